import { type SupportRequest, type SupportResponse, supportResponseSchema } from '@portal/contract/support';
import { api } from '@portal/shared/api';

/** Sends a support request; `key` is the same for every attempt to send the same text. */
export function createTicket(body: SupportRequest, key: string): Promise<SupportResponse> {
  const headers = { 'Idempotency-Key': key };
  return api.post('v1/accounts/support', { body, headers }).json(supportResponseSchema);
}
