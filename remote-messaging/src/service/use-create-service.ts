import { ApiError, queryClient, type UseMutationResult, useMutation } from '@portal/shared/api';
import { servicesQuery } from '@portal/shared/session';
import { createMessagingService } from './service.api.ts';

/** Adds the account's messaging service; one that another tab has added meanwhile is as good. */
export function useCreateService(): UseMutationResult<void, Error, void> {
  return useMutation({
    mutationFn: async () => {
      await createMessagingService().catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'service_exists') throw error;
      });
      await queryClient.invalidateQueries({ queryKey: servicesQuery.queryKey });
    },
  });
}
