import { type RegisterRequest, type RegisterResponse, registerResponseSchema } from '@portal/contract/users';
import { api } from '@portal/shared/api';

/** Registers a customer; the answer is the same for an address that is known already. */
export function register(body: RegisterRequest): Promise<RegisterResponse> {
  return api.post('v1/users/register', { body }).json(registerResponseSchema);
}
