import {
  getMessage,
  getMessageTotals,
  listMessages,
  type Message,
  type MessagesQueryInput,
  type MessageTotalsQueryInput,
} from '@portal/contract/messages';
import { getMessagingReport, type MessagingReportQueryInput } from '@portal/contract/messaging-report';
import { listMessageRates, type RateQuery } from '@portal/contract/rates';
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

/** A message by its id, unless it is among those that are listed. */
export function useMessage(
  serviceId: string,
  messageId: string | undefined,
  listed: readonly Message[] | undefined,
) {
  return useQuery({
    ...endpointQuery(getMessage, { params: { service_id: serviceId, message_id: messageId ?? '' } }),
    select: ({ message }) => message,
    enabled: messageId !== undefined && !listed?.some((message) => message.message_id === messageId),
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

/** Current prices of messages, for a number or a country only. */
export function useMessageRates(serviceId: string, { number, country }: RateQuery) {
  return useQuery({
    ...endpointQuery(listMessageRates, { params: { service_id: serviceId }, query: { number, country } }),
    enabled: number !== undefined || country !== undefined,
    placeholderData: keepPreviousData,
  });
}
