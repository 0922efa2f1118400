import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AccountRow, updateAccount } from '../../accounts/accounts.repository.ts';
import { unusablePasswordHash } from '../../accounts/passwords.ts';
import type { AppContext } from '../../app/context.ts';
import type { Config } from '../../config/config.ts';
import type { Transaction } from '../../database/database.ts';
import { readCookie, writeCookie } from '../../http/cookies.ts';
import { hashToken, newToken } from '../../secrets/secrets.ts';
import { deleteRegistrations } from './registrations.repository.ts';
import { sendRestoration } from './restore-password.ts';

const cookieName = (config: Config) => (config.COOKIE_SECURE ? '__Host-registration' : 'registration');

/** Marks the browser of a registration, and returns the hash by which the confirmation recognizes it. */
export function markBrowser(config: Config, request: FastifyRequest, reply: FastifyReply): Buffer {
  const token = tokenOf(config, request) ?? newToken();
  writeCookie(reply, cookieName(config), token, {
    secure: config.COOKIE_SECURE,
    maxAgeSeconds: config.CONFIRM_HOURS * 3600,
  });
  return hashToken(token);
}

function tokenOf(config: Config, request: FastifyRequest): string | undefined {
  const token = readCookie(request, cookieName(config));
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined;
}

/**
 * Confirms the address of a registration. Anybody can register an address, so the mailed link alone does not decide whose
 * password becomes valid: it is the one that this browser chose. If other browsers have registered the address and this
 * one has not, none of their passwords becomes valid, and the mailbox gets a link to set one.
 */
export async function confirmRegistration(
  context: AppContext,
  tx: Transaction,
  request: FastifyRequest,
  account: AccountRow,
): Promise<void> {
  const { account_id: accountId } = account;
  const registrations = await deleteRegistrations(tx, accountId);
  // Confirmed meanwhile, by a link that set a new password.
  if (account.email_confirmed_at !== null) return;
  const confirmed = { email_confirmed_at: new Date().toISOString() };
  const token = tokenOf(context.config, request);
  const own = token && registrations.find(({ browser_hash }) => browser_hash.equals(hashToken(token)));
  const isContested = registrations.length > 1;
  const chosen = own || (isContested ? undefined : registrations[0]);
  // Sessions that a rejected password has opened.
  if (isContested) await context.sessions.endAll(tx, accountId);
  if (chosen !== undefined || !isContested) {
    await updateAccount(tx, accountId, { ...chosen?.form, ...confirmed });
    return;
  }
  const password_hash = unusablePasswordHash();
  const changed = await updateAccount(tx, accountId, { password_hash, ...confirmed });
  if (changed !== undefined) await sendRestoration(context, tx, changed, 'restore');
}
