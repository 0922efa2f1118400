import { compareDecimals, type DecimalString } from '@portal/contract/money';
import type { Profile } from '@portal/contract/profile';

/** What makes an account ready for use, in order. */
export const setupSteps = ['email', 'place', 'currency', 'taxNumber', 'service'] as const;
export type SetupStep = (typeof setupSteps)[number];

/** Which steps are done. Derived anew each time and never stored: the account itself is the progress. */
export function doneSteps(profile: Profile, balances: readonly (DecimalString | null)[]): SetupStep[] {
  const isDone: Record<SetupStep, boolean> = {
    email: profile.confirmed,
    place: profile.country !== null && profile.address !== null,
    currency: profile.currency !== null,
    taxNumber: profile.tax_number !== null,
    service: balances.some(hasMoved),
  };
  return setupSteps.filter((step) => isDone[step]);
}

// Below zero counts too: whoever spends has been topped up, or has credit.
function hasMoved(balance: DecimalString | null): boolean {
  return balance !== null && compareDecimals(balance, '0') !== 0;
}
