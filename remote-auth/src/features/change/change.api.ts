import { exchangeTokenResponseSchema } from '@portal/contract/security';
import {
  type ChangePasswordRequest,
  type ChangePasswordResponse,
  changePasswordResponseSchema,
} from '@portal/contract/users';
import { api } from '@portal/shared/api';
import type * as v from 'valibot';

/** Exchanges the mailed token for a session that may set a new password and nothing else. */
export function exchangeToken(token: string): Promise<v.InferOutput<typeof exchangeTokenResponseSchema>> {
  return api.post('v1/users/token:exchange', { body: { token } }).json(exchangeTokenResponseSchema);
}

/** Sets a new password in the session that the mailed token was exchanged for; every other session ends. */
export function changePassword(body: ChangePasswordRequest): Promise<ChangePasswordResponse> {
  return api.post('v1/users/password:change', { body }).json(changePasswordResponseSchema);
}
