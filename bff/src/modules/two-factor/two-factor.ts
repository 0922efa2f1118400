import type { StepUp } from '@portal/contract/password';
import type { RecoveryCodes, TwoFactor, TwoFactorSetup } from '@portal/contract/two-factor';
import { lockByPassword, lockOwnAccount, type OwnRequest } from '../../accounts/account-access.ts';
import type { AppContext } from '../../app/context.ts';
import type { Transaction } from '../../database/database.ts';
import { HttpError, validationFailed } from '../../errors/http-error.ts';
import { recordEvent } from '../../http/security-log.ts';
import {
  deleteTwoFactor,
  findTwoFactor,
  lockTwoFactor,
  updateEnabled,
  upsertPendingSecret,
} from './two-factor.repository.ts';
import { issueRecoveryCodes, newSecret, otpauthUrl, stepOfCode } from './two-factor-codes.ts';

export async function getTwoFactor(tx: Transaction, accountId: string): Promise<TwoFactor> {
  const row = await findTwoFactor(tx, accountId);
  const enabled_at = row?.enabled_at ?? null;
  const enabled = enabled_at !== null;
  return { success: true, enabled, enabled_at, recovery_codes_left: row?.recovery_codes_left ?? 0 };
}

/** Creates a pending secret, which replaces an earlier one. A code of it activates it. */
export async function beginTwoFactor(
  { config, secrets }: AppContext,
  exchange: OwnRequest,
  { current_password }: StepUp,
): Promise<TwoFactorSetup> {
  const { account_id, email } = await lockByPassword(exchange, current_password);
  const row = await lockTwoFactor(exchange.tx, account_id);
  if (row !== undefined && row.enabled_at !== null) throw new HttpError('two_factor_enabled');
  const secret = newSecret();
  await upsertPendingSecret(exchange.tx, account_id, secrets.seal('totp', account_id, secret));
  const otpauth_url = otpauthUrl(secret, { issuer: config.BRAND, label: email });
  return { success: true, secret, otpauth_url };
}

/** Enables two-step verification and returns the recovery codes. */
export async function enableTwoFactor(
  context: AppContext,
  { request, tx, account: { account_id } }: OwnRequest,
  { code }: { code: string },
): Promise<RecoveryCodes> {
  const account = await lockOwnAccount(tx, account_id);
  const row = await lockTwoFactor(tx, account_id);
  if (row !== undefined && row.enabled_at !== null) throw new HttpError('two_factor_enabled');
  if (row === undefined || row.pending_secret === null) throw new HttpError('two_factor_not_begun');
  const step = stepOfCode(context.secrets.open('totp', account_id, row.pending_secret), code);
  if (step === undefined) throw validationFailed({ field: 'code', code: 'code_invalid' });
  await updateEnabled(tx, account_id, step);
  const recovery_codes = await issueRecoveryCodes(tx, context.secrets, account_id);
  await context.mailer.send(tx, account, 'two_factor_enabled');
  recordEvent(request, 'two_factor_enabled');
  return { success: true, recovery_codes };
}

/** Disables two-step verification, or cancels its setup. */
export async function disableTwoFactor(
  context: AppContext,
  exchange: OwnRequest,
  { current_password }: StepUp,
): Promise<TwoFactor> {
  const account = await lockByPassword(exchange, current_password);
  const row = await lockTwoFactor(exchange.tx, account.account_id);
  await deleteTwoFactor(exchange.tx, account.account_id);
  if (row !== undefined && row.enabled_at !== null) {
    await context.mailer.send(exchange.tx, account, 'two_factor_disabled');
    recordEvent(exchange.request, 'two_factor_disabled');
  }
  return { success: true, enabled: false, enabled_at: null, recovery_codes_left: 0 };
}

/** Replaces all recovery codes, used and unused. */
export async function renewRecoveryCodes(
  { secrets }: AppContext,
  exchange: OwnRequest,
  { current_password }: StepUp,
): Promise<RecoveryCodes> {
  const { account_id } = await lockByPassword(exchange, current_password);
  const row = await lockTwoFactor(exchange.tx, account_id);
  if (row === undefined || row.enabled_at === null) throw new HttpError('two_factor_not_begun');
  const recovery_codes = await issueRecoveryCodes(exchange.tx, secrets, account_id);
  recordEvent(exchange.request, 'recovery_codes_renewed');
  return { success: true, recovery_codes };
}
