import { type UseQueryResult, useQuery } from '@portal/shared/api';
import { type ApiDescription, documentPath, loadApiDescription } from './api-description.ts';

/** The description of the account API, which changes with the server only. */
export function useApiDescription(): UseQueryResult<ApiDescription> {
  return useQuery({ queryKey: [documentPath], queryFn: loadApiDescription });
}
