import { QueryClient } from '@tanstack/react-query';

/** The portal's one query cache. It lives as long as the page; leaving the account empties it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // The client already repeats what may be repeated; a second layer would multiply the attempts.
      retry: false,
      // Offline is an answer to show (`network_error`), not a reason to wait without a word.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
