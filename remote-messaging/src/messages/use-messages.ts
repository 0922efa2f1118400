import type { MessagesPage, MessagesQueryInput } from '@portal/contract/messages';
import { listMessages } from '@portal/contract/service-endpoints';
import { endpointQuery, keepPreviousData, type UseQueryResult, useQuery } from '@portal/shared/api';

/** A page of messages; the previous page stays on the screen until it has loaded. */
export function useMessages(serviceId: string, query: MessagesQueryInput): UseQueryResult<MessagesPage> {
  return useQuery({
    ...endpointQuery(listMessages, { params: { service_id: serviceId }, query }),
    placeholderData: keepPreviousData,
  });
}
