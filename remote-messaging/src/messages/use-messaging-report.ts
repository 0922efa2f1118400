import type { MessagingReport, MessagingReportQueryInput } from '@portal/contract/messaging-report';
import { keepPreviousData, type UseQueryResult, useQuery } from '@portal/shared/api';
import { getMessagingReport } from './messaging-report.api.ts';

/** Figures of messages by group; those before stay on the screen until they are there. */
export function useMessagingReport(
  serviceId: string,
  query: MessagingReportQueryInput,
): UseQueryResult<MessagingReport> {
  return useQuery({
    queryKey: ['messaging-report', serviceId, query],
    queryFn: ({ signal }) => getMessagingReport(serviceId, query, signal),
    placeholderData: keepPreviousData,
  });
}
