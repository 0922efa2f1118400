import { type ResendResponse, resendResponseSchema } from '@portal/contract/users';
import { api } from '@portal/shared/api';

/** Mails the confirmation of an address again, if it still waits for one. */
export function resendConfirmation(email: string): Promise<ResendResponse> {
  return api.post('v1/users/confirm', { body: { email, resend: true } }).json(resendResponseSchema);
}
