import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { Config } from '../config/config.ts';
import { validationFailed } from '../errors/http-error.ts';
import type { AccountRow } from './accounts.repository.ts';

// Argon2id, the library's default variant, with OWASP's minimum parameters: 19 MiB, two passes, about 10 ms.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/**
 * Returns the hash of no password: random bytes in place of a digest. Checking a password against it takes as long as
 * against any other and fails. It costs no hashing, so a transaction may create it.
 */
export function unusablePasswordHash(): string {
  const [salt, digest] = [16, 32].map((size) => randomBytes(size).toString('base64').replaceAll('=', ''));
  return `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${salt}$${digest}`;
}

let decoy: Promise<string> | undefined;

/** Checks a password. Without a hash it returns false after the same time, which must not reveal customers. */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const matches = await verify(passwordHash ?? (await decoy), password);
  return passwordHash !== undefined && matches;
}

/** Throws 422 on the field if the password is wrong. Not 401: the portal would treat that as the end of the session. */
export async function requirePassword(
  { password_hash }: { password_hash: string },
  currentPassword: string | undefined,
): Promise<void> {
  if (currentPassword === undefined) {
    throw validationFailed({ field: 'current_password', code: 'current_password_required' });
  }
  if (!(await isPassword(password_hash, currentPassword))) throw wrongPassword();
}

export function wrongPassword() {
  return validationFailed({ field: 'current_password', code: 'current_password_wrong' });
}

/** The number of guesses that a password must withstand; the estimator calls a password strong from 10¹⁰. */
const leastGuesses = 1e10;
// Estimating a long text takes tenths of a second, and the whole is at least as strong as its beginning.
const estimatedLength = 64;

/**
 * Throws 422 `password_common` if the password is among the 49,000 most common and breached ones, whatever its case, or if
 * its letters are the brand or a word of the owner's own data, as in `Dalat-2026!`. Profile `nist`, which has no
 * composition rules, also refuses passwords that are easy to guess: repetitions, keyboard rows, combinations of own words.
 */
export async function refuseCommonPassword(
  { PASSWORD_PROFILE, BRAND }: Pick<Config, 'PASSWORD_PROFILE' | 'BRAND'>,
  password: string,
  { email, name, company }: Pick<AccountRow, 'email' | 'name' | 'company'>,
): Promise<void> {
  loading ??= loadLists();
  const { common, estimator } = await loading;
  const isListed = common.has(password.toLowerCase());
  const own = [BRAND, email, name, company].flatMap((text) => [text, ...words(text)]);
  const letters = lettersOf(password);
  const isOwnWord = letters !== '' && own.some((text) => lettersOf(text) === letters);
  if (isListed || isOwnWord || (PASSWORD_PROFILE === 'nist' && isGuessable(estimator, password, own))) {
    throw validationFailed({ field: 'password', code: 'password_common' });
  }
}

function isGuessable(estimator: ZxcvbnFactory, password: string, own: string[]): boolean {
  const { guesses, sequence } = estimator.check(password.slice(0, estimatedLength), own);
  const isWord = sequence.length === 1 && sequence[0]?.pattern === 'dictionary';
  return isWord || guesses < leastGuesses;
}

/** The letters of a text, without case and accents. */
function lettersOf(text: string): string {
  return text.normalize('NFKD').replace(/\P{L}/gu, '').toLowerCase();
}

function words(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2);
}

let loading: ReturnType<typeof loadLists> | undefined;

/** The lists ship with the package. They load when the first password is chosen. */
async function loadLists() {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return { estimator, common: new Set(dictionary['passwords-common']) };
}
