import { type LoginRequest, type LoginResponse, loginResponseSchema } from '@portal/contract/users';
import { api } from '@portal/shared/api';

/** Opens a session; one that allows nothing but the next step when `next` is not `welcome`. */
export function logIn(body: LoginRequest): Promise<LoginResponse> {
  return api.post('v1/users/login', { body }).json(loginResponseSchema);
}
