import type { ServiceType } from '@portal/contract/services';
import { ApiError, idempotencyKey, useMutation, useQueryClient } from '@portal/shared/api';
import { servicesQuery } from '@portal/shared/session';
import { useRef } from 'react';
import { createService } from './services.api.ts';

/** Adds a service of a type. One that exists already counts as added: another tab was faster. */
export function useAddService(type: ServiceType, onAdded: () => void) {
  const queries = useQueryClient();
  const key = useRef<string>(null);
  // Two presses within one rendering see the same state; only the first may send, and none after it has succeeded.
  const isSending = useRef(false);
  const addition = useMutation({
    mutationFn: async () => {
      key.current ??= idempotencyKey();
      try {
        await createService(type, key.current);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'service_exists') return;
        // The server keeps a refusal under its key.
        if (error instanceof ApiError && error.status >= 400 && error.status < 500) key.current = null;
        throw error;
      }
    },
    onSuccess: async () => {
      onAdded();
      await queries.invalidateQueries({ queryKey: servicesQuery.queryKey });
    },
    onError: () => {
      isSending.current = false;
    },
  });
  return {
    add: () => {
      if (isSending.current) return;
      isSending.current = true;
      addition.mutate();
    },
    isPending: addition.isPending,
    error: addition.error,
  };
}
