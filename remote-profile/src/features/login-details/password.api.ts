import {
  type ChangePasswordRequest,
  type ChangePasswordResponse,
  changePasswordResponseSchema,
} from '@portal/contract/users';
import { api } from '@portal/shared/api';

/** Sets a new password; this session goes on, the others end. */
export function changePassword(body: ChangePasswordRequest): Promise<ChangePasswordResponse> {
  return api.post('v1/users/password:change', { body }).json(changePasswordResponseSchema);
}
