import {
  getMessageTotals,
  listMessages,
  type MessagesQueryInput,
  type MessageTotalsQueryInput,
} from '@portal/contract/messages';
import { getMessagingReport, type MessagingReportQueryInput } from '@portal/contract/messaging-report';
import { endpointQuery, keepPreviousData, useQuery } from '@portal/shared/api';
import { useTranslation } from '@portal/shared/i18n';
import type { ServiceKind } from '@portal/shared/service-pages';

/** The service that all pages of the area are about. */
export function useMessagingService(): ServiceKind {
  const { t } = useTranslation('messagingHistory');
  return { type: 'messaging', icon: 'message', textOf: (key) => t(`service.${key}`) };
}

/** A page of messages; the previous page stays on the screen until it has loaded. */
export function useMessages(serviceId: string, query: MessagesQueryInput) {
  return useQuery({
    ...endpointQuery(listMessages, {
      params: { service_id: serviceId },
      query: { ...query, totals: 'none' },
    }),
    placeholderData: keepPreviousData,
  });
}

/** Number and totals of the messages of a filter. Another page or order of the same filter does not request them again. */
export function useMessageTotals(serviceId: string, query: MessageTotalsQueryInput) {
  return useQuery({
    ...endpointQuery(getMessageTotals, { params: { service_id: serviceId }, query }),
    placeholderData: keepPreviousData,
  });
}

/** Figures of messages by group; the previous figures stay on the screen until they have loaded. */
export function useMessagingReport(serviceId: string, query: MessagingReportQueryInput) {
  return useQuery({
    ...endpointQuery(getMessagingReport, { params: { service_id: serviceId }, query }),
    placeholderData: keepPreviousData,
  });
}
