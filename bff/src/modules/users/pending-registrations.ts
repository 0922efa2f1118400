import { requestedLanguage } from '@portal/contract/language';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isClosed } from '../../accounts/account-access.ts';
import { type AccountChanges, findAccount, updateAccount } from '../../accounts/accounts.repository.ts';
import { isPassword } from '../../accounts/passwords.ts';
import type { AppContext } from '../../app/context.ts';
import { oneAtATime } from '../../app/visitor-passwords.ts';
import type { Config } from '../../config/config.ts';
import type { Transaction } from '../../database/database.ts';
import { HttpError, validationFailed } from '../../errors/http-error.ts';
import { readCookie, writeCookie } from '../../http/cookies.ts';
import { hashToken, newToken } from '../../secrets/secrets.ts';
import { deleteRegistrations, findRegistrations, type RegistrationRow } from './registrations.repository.ts';

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

/** Whether this browser has sent one of the account's registrations. */
export async function hasRegistered(
  { config, database }: Pick<AppContext, 'config' | 'database'>,
  request: FastifyRequest,
  accountId: string,
): Promise<boolean> {
  const registrations = await findRegistrations(database.system, accountId);
  return registrations.length === 0 || ownRegistration(config, request, registrations) !== undefined;
}

function ownRegistration(config: Config, request: FastifyRequest, registrations: readonly RegistrationRow[]) {
  const token = tokenOf(config, request);
  if (token === undefined) return undefined;
  return registrations.find(({ browser_hash }) => browser_hash.equals(hashToken(token)));
}

/**
 * Chooses the registration that a mailed link or code confirms: that of this browser, otherwise the one with the given
 * password. Anybody can register an address, so opening the link must not confirm what a stranger has entered. Throws 422
 * on the password. Hashes, so it runs before the transaction.
 */
export async function chooseRegistration(
  { config, database, load }: Pick<AppContext, 'config' | 'database' | 'load'>,
  request: FastifyRequest,
  accountId: string,
  password: string | null | undefined,
): Promise<RegistrationRow | undefined> {
  const registrations = await findRegistrations(database.system, accountId);
  const own = ownRegistration(config, request, registrations);
  if (own !== undefined || registrations.length === 0) return own;
  if (!password) throw validationFailed({ field: 'password', code: 'password_required' });
  for (const registration of compared(registrations)) {
    const check = () => isPassword(registration.form.password_hash, password);
    if (await oneAtATime({ load }, request, check)) return registration;
  }
  throw validationFailed({ field: 'password', code: 'registration_password_wrong' });
}

/** How many of the first registrations, and of the last, have their passwords compared. Each takes tens of milliseconds. */
const comparedOnEachSide = 10;

/** Those that a flood of strangers' registrations, before or after it, does not hide. Newest first. */
function compared(registrations: readonly RegistrationRow[]): readonly RegistrationRow[] {
  const newest = registrations.slice(0, comparedOnEachSide);
  return [...newest, ...registrations.slice(comparedOnEachSide).slice(-comparedOnEachSide)];
}

/** Confirms the address with the chosen registration, whose entries replace all that others have entered. */
export async function confirmRegistration(
  tx: Transaction,
  accountId: string,
  chosen: RegistrationRow | undefined,
): Promise<void> {
  const account = await findAccount(tx, accountId);
  if (account === undefined || isClosed(account)) throw new HttpError('token_expired');
  await deleteRegistrations(tx, accountId);
  // Confirmed meanwhile, by a link that set a new password.
  if (account.email_confirmed_at !== null) return;
  await updateAccount(tx, accountId, { ...chosen?.form, email_confirmed_at: new Date().toISOString() });
}

/**
 * Returns what an account becomes whose unconfirmed address is confirmed by a new password: the entries of this browser's
 * registration, otherwise none, because a stranger may have registered the address.
 */
export async function confirmByPassword(
  { config }: Pick<AppContext, 'config'>,
  tx: Transaction,
  request: FastifyRequest,
  accountId: string,
): Promise<AccountChanges> {
  const account = await findAccount(tx, accountId);
  const registrations = await deleteRegistrations(tx, accountId);
  if (account === undefined || account.email_confirmed_at !== null) return {};
  const own = ownRegistration(config, request, registrations);
  const language = requestedLanguage('', request.headers.cookie ?? '') ?? 'en';
  const nothing = {
    name: '',
    company: '',
    phone: '',
    country: null,
    currency: null,
    language,
    timezone: 'UTC',
  };
  return { ...(own?.form ?? nothing), email_confirmed_at: new Date().toISOString() };
}
