import type { secondStepSchema } from '@portal/contract/security';
import { type LoginResponse, loginResponseSchema } from '@portal/contract/users';
import { api } from '@portal/shared/api';
import type * as v from 'valibot';

/** Turns the session that waits for a code into one that is good for everything. */
export function takeSecondStep(body: v.InferInput<typeof secondStepSchema>): Promise<LoginResponse> {
  return api.post('v1/users/login:otp', { body }).json(loginResponseSchema);
}
