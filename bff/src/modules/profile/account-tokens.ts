import type { ShownToken, tokenChoiceSchema } from '@portal/contract/api-tokens';
import type { StepUp } from '@portal/contract/password';
import type { Profile } from '@portal/contract/profile';
import type { InferOutput } from 'valibot';
import { noteTokenMail, updateAccount } from '../../accounts/accounts.repository.ts';
import { noSecond } from '../../accounts/replace-tokens.ts';
import type { AppContext } from '../../app/context.ts';
import { HttpError } from '../../errors/http-error.ts';
import { recordEvent } from '../../http/security-log.ts';
import { makeAccountToken } from '../../secrets/secrets.ts';
import { lockByPassword, type OwnRequest } from '../../sessions/own-account.ts';
import { toProfile } from './profile.ts';

/** Seconds until a shown token is hidden again: enough to copy it. */
const shownSeconds = 30;

/** Returns a token in full. Throws 404 if there is none, or if it was created before tokens could be shown again. */
export async function revealToken(
  exchange: OwnRequest<InferOutput<typeof tokenChoiceSchema>>,
  { mailer, secrets }: AppContext,
): Promise<ShownToken> {
  const account = await lockByPassword(exchange);
  const { which } = exchange.body;
  const [sealed, last4] =
    which === 'primary'
      ? [account.account_token_sealed, account.account_token_last4]
      : [account.second_token_sealed, account.second_token_last4];
  if (sealed === null || last4 === null) throw new HttpError('not_found');
  // The mail warns the owner if somebody else has the password.
  if (await noteTokenMail(exchange.tx, account.account_id, which))
    await mailer.send(exchange.tx, account, 'token_revealed', { last4 });
  recordEvent(exchange.request, 'token_revealed', { how: which });
  return shown(secrets.open('account_token', account.account_id, sealed));
}

/** Creates a second token beside the first; it replaces an earlier second token. */
export async function rotateToken(
  exchange: OwnRequest<StepUp>,
  { mailer, secrets }: AppContext,
): Promise<ShownToken> {
  const account = await lockByPassword(exchange);
  const { token, stored } = makeAccountToken(secrets, account.account_id);
  await updateAccount(exchange.tx, account.account_id, {
    second_token_hash: stored.hash,
    second_token_last4: stored.last4,
    second_token_sealed: stored.sealed,
    second_token_last_used: null,
    second_token_reveal_mailed: null,
  });
  // The mail warns the owner if somebody else has the password.
  await mailer.send(exchange.tx, account, 'token_created', { last4: stored.last4 });
  recordEvent(exchange.request, 'token_rotated');
  return shown(token);
}

/** Replaces the first token with the second. The first stops working immediately. */
export async function promoteToken(
  exchange: OwnRequest<StepUp>,
  { config, mailer }: AppContext,
): Promise<Profile> {
  const { tx } = exchange;
  const account = await lockByPassword(exchange);
  const { second_token_hash: hash, second_token_last4: last4, second_token_sealed: sealed } = account;
  if (hash === null || last4 === null || sealed === null) throw new HttpError('not_found');
  const promoted = {
    account_token_hash: hash,
    account_token_last4: last4,
    account_token_sealed: sealed,
    account_token_last_used: account.second_token_last_used,
    token_reveal_mailed: account.second_token_reveal_mailed,
  };
  const changed = await updateAccount(tx, account.account_id, { ...promoted, ...noSecond });
  await mailer.send(tx, account, 'token_promoted', { last4 });
  recordEvent(exchange.request, 'token_promoted');
  return toProfile(changed ?? account, config);
}

/** Deletes the second token; the first stays valid. */
export async function discardToken(exchange: OwnRequest<StepUp>, { config }: AppContext): Promise<Profile> {
  const account = await lockByPassword(exchange);
  if (account.second_token_hash === null) throw new HttpError('not_found');
  recordEvent(exchange.request, 'token_discarded');
  return toProfile((await updateAccount(exchange.tx, account.account_id, noSecond)) ?? account, config);
}

function shown(token: string): ShownToken {
  return { success: true, token, hide_after_seconds: shownSeconds };
}
