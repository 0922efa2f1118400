export {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
export { ApiError, type ApiErrorDetails, type ApiFieldError } from './api-error.ts';
export { type ApiSettings, configureApi } from './client.ts';
export { endpointKey, endpointQuery, QueryProvider, queryClient } from './query-cache.tsx';
export {
  idempotencyKey,
  type RequestInput,
  type ResponseOf,
  request,
  requestDocument,
  requestFile,
} from './request.ts';
