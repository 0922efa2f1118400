import { hash, verify } from '@node-rs/argon2';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import type { Config } from '../config/config.ts';
import { validationFailed } from '../errors/http-error.ts';
import type { RateLimit } from '../http/rate-limit.ts';

// Argon2id, the library's default variant, at OWASP's minimum: 19 MiB, two passes, about 10 ms.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

let decoy: Promise<string> | undefined;

/** Compares; without a hash it takes as long and says no, so that time does not tell who is a customer. */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const matches = await verify(passwordHash ?? (await decoy), password);
  return passwordHash !== undefined && matches;
}

/** A stolen session must not try passwords without end: calls that take one share this limit; changing it has its own. */
export const passwordTries: RateLimit = { name: 'profile:password', max: 10, windowSeconds: 600 };

/** Refuses a wrong password on its field. Not 401: the portal would take that for the end of the session. */
export async function requirePassword(
  { password_hash }: { password_hash: string },
  currentPassword: string | undefined,
): Promise<void> {
  if (currentPassword === undefined) {
    throw validationFailed({ field: 'current_password', code: 'current_password_required' });
  }
  if (!(await isPassword(password_hash, currentPassword))) {
    throw validationFailed({ field: 'current_password', code: 'current_password_wrong' });
  }
}

/** Whose password it is to be: words that a guesser tries first. */
interface PasswordOwner {
  email: string;
  name: string;
  company: string;
}

/** Guesses that a password has to withstand: 10¹⁰ is where the estimator begins to call one strong. */
const leastGuesses = 1e10;
// The estimate of a long text takes tenths of a second; what its beginning withstands the whole does as well.
const estimatedLength = 64;

/**
 * 422 `password_common` for a password that is among the 49,000 most common and breached ones, or is soon guessed:
 * repetitions, keyboard rows, the owner's own data. Only profile `nist` asks: `spec` has its composition instead.
 */
export async function refuseCommonPassword(
  { PASSWORD_PROFILE, BRAND }: Pick<Config, 'PASSWORD_PROFILE' | 'BRAND'>,
  password: string,
  { email, name, company }: PasswordOwner,
): Promise<void> {
  if (PASSWORD_PROFILE !== 'nist') return;
  const own = [BRAND, email, name, company].flatMap((text) => [text, ...words(text)]);
  const { guesses, sequence } = (await estimator()).check(password.slice(0, estimatedLength), own);
  const isListed = sequence.length === 1 && sequence[0]?.pattern === 'dictionary';
  if (isListed || guesses < leastGuesses) {
    throw validationFailed({ field: 'password', code: 'password_common' });
  }
}

function words(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2);
}

let loading: Promise<ZxcvbnFactory> | undefined;

/** The lists ship with the package. They are read when first needed: most portals never do. */
function estimator(): Promise<ZxcvbnFactory> {
  loading ??= load();
  return loading;
}

async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}
