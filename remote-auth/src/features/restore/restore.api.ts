import {
  type RestorePasswordRequest,
  type RestorePasswordResponse,
  restorePasswordResponseSchema,
} from '@portal/contract/users';
import { api } from '@portal/shared/api';

/** Mails a link to choose a new password, if the address is known; the answer does not tell. */
export function restorePassword(body: RestorePasswordRequest): Promise<RestorePasswordResponse> {
  return api.post('v1/users/password:restore', { body }).json(restorePasswordResponseSchema);
}
