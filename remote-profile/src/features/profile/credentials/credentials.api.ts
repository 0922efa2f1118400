import { type Profile, profileSchema } from '@portal/contract/profile';
import { type ShownToken, type StepUp, shownTokenSchema } from '@portal/contract/security';
import { api } from '@portal/shared/api';

/** The token in use, or the one that is to take its place. */
export type WhichToken = 'primary' | 'secondary';

/** A token in full. Rejects with 404 if it was made when tokens could not be read again. */
export function revealToken(body: StepUp & { which: WhichToken }): Promise<ShownToken> {
  return api.post('v1/accounts/token:reveal', { body }).json(shownTokenSchema);
}

/** Makes the second token and gives it in full. */
export function rotateToken(body: StepUp): Promise<ShownToken> {
  return api.post('v1/accounts/token:rotate', { body }).json(shownTokenSchema);
}

/** Puts the second token in the first one's place. */
export function promoteToken(body: StepUp): Promise<Profile> {
  return api.post('v1/accounts/token:promote', { body }).json(profileSchema);
}

/** Gives the second token up. */
export function discardToken(body: StepUp): Promise<Profile> {
  return api.post('v1/accounts/token:discard', { body }).json(profileSchema);
}
