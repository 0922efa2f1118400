import type { BundledEndpoint } from '@portal/contract/endpoint';
import { type DataTag, QueryClient, QueryClientProvider, queryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type OptionalIfEmpty, type QueryInput, type ResponseOf, request } from './request.ts';

/** The portal's one query cache. It lives as long as the page; leaving the account empties it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // The client already repeats what may be repeated; a second layer would multiply the attempts.
      retry: false,
      // Being offline is shown as an error (`network_error`); a paused query would show nothing.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** Provides the portal's one query cache to the tree below. */
export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

/** The start of every cache key of an endpoint: invalidating it reaches the responses to all inputs. */
export function endpointKey({ path }: BundledEndpoint): [path: string] {
  return [path];
}

export interface EndpointQuery<Data> {
  queryKey: DataTag<(string | object)[], Data, Error>;
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>;
}

/**
 * Query options of an endpoint: a key of its path and input, and a function that requests it.
 *
 * @example
 * useQuery({ ...endpointQuery(listPayments, { query }), placeholderData: keepPreviousData })
 */
export function endpointQuery<E extends BundledEndpoint>(
  endpoint: E,
  ...input: OptionalIfEmpty<QueryInput<E>>
): EndpointQuery<ResponseOf<E>>;
export function endpointQuery(
  endpoint: BundledEndpoint,
  input: { params?: object; query?: object } = {},
): EndpointQuery<unknown> {
  const queryFn = ({ signal }: { signal: AbortSignal }) => request(endpoint, { ...input, signal });
  const { queryKey } = queryOptions({ queryKey: [...endpointKey(endpoint), input], queryFn });
  return { queryKey, queryFn };
}
