export {
  keepPreviousData,
  type UseQueryResult,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
export { ApiError } from './api-error.ts';
export { configureApi, isAwaitingLogin } from './api-settings.ts';
export { changeThenReload } from './change-then-reload.ts';
export { loadHttpClient } from './client.ts';
export { endpointKey, endpointQuery, QueryProvider, queryClient } from './query-cache.tsx';
export {
  documentAddress,
  idempotencyKey,
  type ResponseOf,
  request,
  requestDocument,
  requestFile,
} from './request.ts';
export { useIdempotencyKey } from './use-idempotency-key.ts';
