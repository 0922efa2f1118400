import type { MessagingReport, MessagingReportQueryInput } from '@portal/contract/messaging-report';
import { getMessagingReport } from '@portal/contract/service-endpoints';
import { endpointQuery, keepPreviousData, type UseQueryResult, useQuery } from '@portal/shared/api';

/** Figures of messages by group; the previous figures stay on the screen until they have loaded. */
export function useMessagingReport(
  serviceId: string,
  query: MessagingReportQueryInput,
): UseQueryResult<MessagingReport> {
  return useQuery({
    ...endpointQuery(getMessagingReport, { params: { service_id: serviceId }, query }),
    placeholderData: keepPreviousData,
  });
}
