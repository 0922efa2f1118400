import type { ShownToken, tokenChoiceSchema } from '@portal/contract/api-tokens';
import type { StepUp } from '@portal/contract/password';
import type { Profile } from '@portal/contract/profile';
import type { InferOutput } from 'valibot';
import { lockByPassword, type OwnRequest } from '../../accounts/account-access.ts';
import { type AccountChanges, type AccountRow, updateAccount } from '../../accounts/accounts.repository.ts';
import type { AppContext } from '../../app/context.ts';
import { HttpError } from '../../errors/http-error.ts';
import { recordEvent } from '../../http/security-log.ts';
import { makeAccountToken } from '../../secrets/tokens.ts';
import { toProfile } from './profile.ts';

type TokenChoice = InferOutput<typeof tokenChoiceSchema>;

/** Seconds until a shown token is hidden again: enough to copy it. */
const shownSeconds = 30;
const noSecond = { second_token_hash: null, second_token_last4: null, second_token_sealed: null };

/** Returns a token in full. Throws 404 if there is none, or if it was created before tokens could be shown again. */
export async function revealToken(
  { secrets }: AppContext,
  exchange: OwnRequest,
  { current_password, which }: TokenChoice,
): Promise<ShownToken> {
  const account = await lockByPassword(exchange, current_password);
  const sealed = which === 'primary' ? account.account_token_sealed : account.second_token_sealed;
  if (sealed === null) throw new HttpError('not_found');
  recordEvent(exchange.request, 'token_revealed', { how: which });
  return shown(secrets.open('account_token', account.account_id, sealed));
}

/** Creates a second token beside the first; it replaces an earlier second token. */
export async function rotateToken(
  context: AppContext,
  exchange: OwnRequest,
  { current_password }: StepUp,
): Promise<ShownToken> {
  const account = await lockByPassword(exchange, current_password);
  const { token, stored } = makeAccountToken(context.secrets, account.account_id);
  await updateAccount(exchange.tx, account.account_id, {
    second_token_hash: stored.hash,
    second_token_last4: stored.last4,
    second_token_sealed: stored.sealed,
  });
  // The mail warns the owner if somebody else has the password.
  await context.mailer.send(exchange.tx, account, 'token_created', { last4: stored.last4 });
  recordEvent(exchange.request, 'token_rotated');
  return shown(token);
}

/** Replaces the first token with the second. The first stops working immediately. */
export async function promoteToken(
  context: AppContext,
  exchange: OwnRequest,
  { current_password }: StepUp,
): Promise<Profile> {
  const account = await lockByPassword(exchange, current_password);
  const { second_token_hash: hash, second_token_last4: last4, second_token_sealed: sealed } = account;
  if (hash === null || last4 === null || sealed === null) throw new HttpError('not_found');
  const promoted = { account_token_hash: hash, account_token_last4: last4, account_token_sealed: sealed };
  const profile = await change(context, exchange, account, { ...promoted, ...noSecond });
  await context.mailer.send(exchange.tx, account, 'token_promoted', { last4 });
  recordEvent(exchange.request, 'token_promoted');
  return profile;
}

/** Deletes the second token; the first stays valid. */
export async function discardToken(
  context: AppContext,
  exchange: OwnRequest,
  { current_password }: StepUp,
): Promise<Profile> {
  const account = await lockByPassword(exchange, current_password);
  if (account.second_token_hash === null) throw new HttpError('not_found');
  recordEvent(exchange.request, 'token_discarded');
  return change(context, exchange, account, noSecond);
}

async function change(
  { config }: AppContext,
  { tx }: OwnRequest,
  account: AccountRow,
  changes: AccountChanges,
): Promise<Profile> {
  return toProfile((await updateAccount(tx, account.account_id, changes)) ?? account, config);
}

function shown(token: string): ShownToken {
  return { success: true, token, hide_after_seconds: shownSeconds };
}
