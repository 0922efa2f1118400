import {
  type OpenSessions,
  openSessionsSchema,
  recoveryCodesSchema,
  revokedSessionsSchema,
  type StepUp,
  type TwoFactor,
  type TwoFactorSetup,
  twoFactorSchema,
  twoFactorSetupSchema,
} from '@portal/contract/security';
import { api } from '@portal/shared/api';

/** Whether log-in takes a second step. */
export function getTwoFactor(signal: AbortSignal): Promise<TwoFactor> {
  return api.get('v1/accounts/two-factor', { signal }).json(twoFactorSchema);
}

/** Makes a secret, which is not in use until a code made with it has been entered. */
export function beginTwoFactor(body: StepUp): Promise<TwoFactorSetup> {
  return api.post('v1/accounts/two-factor:begin', { body }).json(twoFactorSetupSchema);
}

/** Turns the second step on with a code of the authenticator; gives the recovery codes. */
export async function enableTwoFactor(code: string): Promise<string[]> {
  const answer = await api
    .post('v1/accounts/two-factor:enable', { body: { code } })
    .json(recoveryCodesSchema);
  return answer.recovery_codes;
}

/** Turns the second step off. */
export function disableTwoFactor(body: StepUp): Promise<TwoFactor> {
  return api.post('v1/accounts/two-factor:disable', { body }).json(twoFactorSchema);
}

/** Replaces the recovery codes; the former ones stop working. */
export async function renewRecoveryCodes(body: StepUp): Promise<string[]> {
  const answer = await api.post('v1/accounts/two-factor:recovery-codes', { body }).json(recoveryCodesSchema);
  return answer.recovery_codes;
}

/** The account's open sessions, the last used first. */
export function listSessions(signal: AbortSignal): Promise<OpenSessions> {
  return api.get('v1/accounts/sessions', { signal }).json(openSessionsSchema);
}

/** Ends one session; gives the number of those that were ended. */
export async function endSession(id: string): Promise<number> {
  const call = api.delete(`v1/accounts/sessions/${encodeURIComponent(id)}`);
  return (await call.json(revokedSessionsSchema)).sessions_revoked;
}

/** Ends all sessions but this one; gives their number. */
export async function endOtherSessions(): Promise<number> {
  const call = api.post('v1/accounts/sessions:end-others', { body: {} });
  return (await call.json(revokedSessionsSchema)).sessions_revoked;
}
