import { validationFailed } from '../../http/http-error.ts';
import type { RateLimit } from '../../http/rate-limit.ts';
import { isPassword } from './password-hash.ts';

/** A stolen session must not try passwords without end: calls that take one share this limit; changing it has its own. */
export const passwordTries: RateLimit = { name: 'profile:password', max: 10, windowSeconds: 600 };

/** Refuses a wrong password on its field. Not 401: the portal would take that for the end of the session. */
export async function requirePassword(
  { password_hash }: { password_hash: string },
  currentPassword: string | undefined,
): Promise<void> {
  if (currentPassword === undefined) {
    throw validationFailed({ field: 'current_password', code: 'current_password_required' });
  }
  if (!(await isPassword(password_hash, currentPassword))) {
    throw validationFailed({ field: 'current_password', code: 'current_password_wrong' });
  }
}
