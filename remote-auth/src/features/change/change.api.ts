import {
  type ChangePasswordRequest,
  type ChangePasswordResponse,
  changePasswordResponseSchema,
} from '@portal/contract/users';
import { api } from '@portal/shared/api';

/** Sets a new password by the mailed token; every session of the account ends. */
export function changePassword(body: ChangePasswordRequest): Promise<ChangePasswordResponse> {
  return api.post('v1/users/password:change', { body }).json(changePasswordResponseSchema);
}
