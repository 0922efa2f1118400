import type { ServiceType } from '@portal/contract/services';
import { ApiError, queryClient, type UseMutationResult, useMutation } from '@portal/shared/api';
import { servicesQuery } from '@portal/shared/session';
import { createService } from './service.api.ts';

/** Adds a service; one that another tab has added meanwhile is as good. */
export function useAddService(): UseMutationResult<void, Error, ServiceType> {
  return useMutation({
    mutationFn: async (type) => {
      await createService(type).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'service_exists') throw error;
      });
      await queryClient.invalidateQueries({ queryKey: servicesQuery.queryKey });
    },
  });
}
