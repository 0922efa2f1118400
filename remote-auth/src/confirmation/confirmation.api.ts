import {
  type ConfirmRequest,
  type ConfirmResponse,
  confirmResponseSchema,
  type ResendResponse,
  resendResponseSchema,
} from '@portal/contract/users';
import { api } from '@portal/shared/api';

/** Confirms an e-mail address by the mailed token, or by the address and its six-digit code. */
export function confirmEmail(body: ConfirmRequest): Promise<ConfirmResponse> {
  return api.post('v1/users/confirm', { body }).json(confirmResponseSchema);
}

/** Mails the confirmation again, if the address is known and not yet confirmed. */
export function resendConfirmation(email: string): Promise<ResendResponse> {
  return api.post('v1/users/confirm', { body: { email, resend: true } }).json(resendResponseSchema);
}
