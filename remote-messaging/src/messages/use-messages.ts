import type { MessagesPage, MessagesQueryInput } from '@portal/contract/messages';
import { keepPreviousData, type UseQueryResult, useQuery } from '@portal/shared/api';
import { listMessages } from './messages.api.ts';

/** A page of messages; the one before stays on the screen until it is there. */
export function useMessages(serviceId: string, query: MessagesQueryInput): UseQueryResult<MessagesPage> {
  return useQuery({
    queryKey: ['messages', serviceId, query],
    queryFn: ({ signal }) => listMessages(serviceId, query, signal),
    placeholderData: keepPreviousData,
  });
}
