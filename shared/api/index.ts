export {
  keepPreviousData,
  queryOptions,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
export { api, type Call, type CallOptions, type ReadOptions, type WriteOptions } from './api.ts';
export { ApiError, type ApiErrorDetails, type ApiFieldError } from './api-error.ts';
export { idempotencyKey } from './idempotency-key.ts';
export { queryClient } from './query-client.ts';
export { QueryProvider } from './query-provider.tsx';
export type { Query, QueryValue } from './query-string.ts';
export { type ApiSettings, configureApi } from './settings.ts';
export type { Schema, SchemaOutput } from './standard-schema.ts';
