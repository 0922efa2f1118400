import { endpoints } from '@portal/contract/endpoints';
import type { StepUp } from '@portal/contract/password';
import type { RecoveryCodes, TwoFactor, TwoFactorSetup } from '@portal/contract/two-factor';
import type { FastifyInstance } from 'fastify';
import { attemptOf, findAttempt, saveAttempt } from '../../app/anonymous-attempts.ts';
import type { AppContext } from '../../app/context.ts';
import { route } from '../../app/route.ts';
import { HttpError, validationFailed } from '../../errors/http-error.ts';
import { recordEvent } from '../../http/security-log.ts';
import {
  guardedByPassword,
  lockByPassword,
  lockOwnAccount,
  type OwnRequest,
} from '../../sessions/own-account.ts';
import {
  deleteTwoFactor,
  findTwoFactor,
  lockTwoFactor,
  updateEnabled,
  upsertPendingSecret,
} from './two-factor.repository.ts';
import { issueRecoveryCodes, newSecret, otpauthUrl, stepOfCode } from './two-factor-codes.ts';
import { twoFactorEnabledJob } from './two-factor-enabled.job.ts';

const codeTries = { name: 'two-factor:enable', max: 10, windowSeconds: 600 };

export async function twoFactorRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const guarded = guardedByPassword(context);
  route(app, context, endpoints.getTwoFactor, getTwoFactor);
  route(app, context, endpoints.beginTwoFactor, beginTwoFactor, guarded);
  route(app, context, endpoints.enableTwoFactor, enableTwoFactor, {
    limit: () => codeTries,
    storesResponse: false,
  });
  route(app, context, endpoints.disableTwoFactor, disableTwoFactor, guarded);
  route(app, context, endpoints.renewRecoveryCodes, renewRecoveryCodes, guarded);
}

async function getTwoFactor({
  tx,
  account,
}: Pick<OwnRequest<unknown>, 'tx' | 'account'>): Promise<TwoFactor> {
  const row = await findTwoFactor(tx, account.account_id);
  const enabled_at = row?.enabled_at ?? null;
  const enabled = enabled_at !== null;
  return { success: true, enabled, enabled_at, recovery_codes_left: row?.recovery_codes_left ?? 0 };
}

/** Creates a pending secret, which replaces an earlier one. A code of it activates it. */
async function beginTwoFactor(
  exchange: OwnRequest<StepUp>,
  { config, secrets }: AppContext,
): Promise<TwoFactorSetup> {
  const { account_id, email } = await lockByPassword(exchange);
  const row = await lockTwoFactor(exchange.tx, account_id);
  if (row !== undefined && row.enabled_at !== null) throw new HttpError('two_factor_enabled');
  const secret = newSecret();
  await upsertPendingSecret(exchange.tx, account_id, secrets.seal('totp', account_id, secret));
  const otpauth_url = otpauthUrl(secret, { issuer: config.BRAND, label: email });
  return { success: true, secret, otpauth_url };
}

/**
 * Enables two-step verification and returns the recovery codes. A page whose response was lost repeats the request with its
 * key and gets new codes, because nobody has seen the first ones.
 */
async function enableTwoFactor(
  exchange: OwnRequest<{ code: string }>,
  context: AppContext,
): Promise<RecoveryCodes> {
  const { request, tx, body } = exchange;
  const { config, queue, secrets } = context;
  const attempt = attemptOf(request, endpoints.enableTwoFactor);
  const account = await lockOwnAccount(exchange);
  const { account_id, email } = account;
  const row = await lockTwoFactor(tx, account_id);
  if (row !== undefined && row.enabled_at !== null) {
    const earlier =
      attempt && (await findAttempt<{ enabled_at: string }>(tx, attempt, config.RESTORE_MINUTES));
    if (earlier?.response.enabled_at !== row.enabled_at) throw new HttpError('two_factor_enabled');
    return { success: true, recovery_codes: await issueRecoveryCodes(tx, secrets, account_id) };
  }
  if (row === undefined || row.pending_secret === null) throw new HttpError('two_factor_not_begun');
  const step = stepOfCode(secrets.open('totp', account_id, row.pending_secret), body.code);
  if (step === undefined) throw validationFailed({ field: 'code', code: 'code_invalid' });
  const enabled_at = await updateEnabled(tx, account_id, step);
  const recovery_codes = await issueRecoveryCodes(tx, secrets, account_id);
  await queue.send(tx, twoFactorEnabledJob(context), { account_id, email, enabled_at });
  await saveAttempt(tx, attempt, { account_id, response: { enabled_at }, session: null });
  recordEvent(request, 'two_factor_enabled');
  return { success: true, recovery_codes };
}

/** Disables two-step verification, or cancels its setup. */
async function disableTwoFactor(exchange: OwnRequest<StepUp>, { mailer }: AppContext): Promise<TwoFactor> {
  const account = await lockByPassword(exchange);
  const row = await lockTwoFactor(exchange.tx, account.account_id);
  await deleteTwoFactor(exchange.tx, account.account_id);
  if (row !== undefined && row.enabled_at !== null) {
    await mailer.send(exchange.tx, account, 'two_factor_disabled');
    recordEvent(exchange.request, 'two_factor_disabled');
  }
  return { success: true, enabled: false, enabled_at: null, recovery_codes_left: 0 };
}

/** Replaces all recovery codes, used and unused. */
async function renewRecoveryCodes(
  exchange: OwnRequest<StepUp>,
  { mailer, secrets }: AppContext,
): Promise<RecoveryCodes> {
  const account = await lockByPassword(exchange);
  const { account_id } = account;
  const row = await lockTwoFactor(exchange.tx, account_id);
  if (row === undefined || row.enabled_at === null) throw new HttpError('two_factor_not_begun');
  const recovery_codes = await issueRecoveryCodes(exchange.tx, secrets, account_id);
  await mailer.send(exchange.tx, account, 'recovery_codes_renewed');
  recordEvent(exchange.request, 'recovery_codes_renewed');
  return { success: true, recovery_codes };
}
