import { createService, type ServiceType } from '@portal/contract/services';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { queryClient } from '../api/query-cache.tsx';
import { idempotencyKey, request } from '../api/request.ts';
import { servicesQuery } from './use-account.ts';

interface ServiceAddition {
  add: (type: ServiceType) => void;
  /** The type of the service that is being added now. */
  adding: ServiceType | undefined;
  /** Why the last attempt failed. */
  error: Error | null;
}

/**
 * Adds services to the account. A service that another tab or an earlier attempt has already added counts as added.
 * `onAdded` is called before the list of services is reloaded, because reloading may unmount the caller.
 */
export function useAddService(onAdded: (type: ServiceType) => void): ServiceAddition {
  const addition = useMutation({
    mutationFn: (type: ServiceType) =>
      request(createService, { body: { type }, idempotencyKey: idempotencyKey() }).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'service_exists') throw error;
      }),
    onSuccess: async (_, type) => {
      onAdded(type);
      await queryClient.invalidateQueries({ queryKey: servicesQuery.queryKey });
    },
  });
  return {
    add: addition.mutate,
    adding: addition.isPending ? addition.variables : undefined,
    error: addition.error,
  };
}
