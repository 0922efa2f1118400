import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { issueConfirmation } from '../accounts/one-time-tokens.ts';
import { issueRecoveryCodes, newSecret } from '../modules/two-factor/two-factor-codes.ts';
import { testPortal } from '../testing/test-portal.ts';
import { newToken } from './secrets.ts';

const portal = testPortal();

// The generator of the operating system is another one: what it gives must not depend on this.
beforeAll(() => {
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterAll(() => {
  jest.restoreAllMocks();
});

/**
 * Pearson's χ² of the characters against a uniform distribution, divided by its degrees of freedom: about 1.
 * With 9 degrees or more, it exceeds 7 less than once in a thousand million times.
 */
function deviation(characters: readonly string[], alphabet: string): number {
  const expected = characters.length / alphabet.length;
  const sum = [...alphabet].reduce((total, character) => {
    const count = characters.filter((one) => one === character).length;
    return total + (count - expected) ** 2 / expected;
  }, 0);
  return sum / (alphabet.length - 1);
}

const decimal = '0123456789';
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

async function mailedCodes(): Promise<string[]> {
  const { account_id, email } = await portal.account();
  const issue = () => issueConfirmation(portal.database.system, portal.config, { account_id, email });
  const codes: string[] = [];
  while (codes.length < 1_000) codes.push((await issue()).code);
  return codes;
}

async function recoveryCodes(): Promise<string[]> {
  const { account_id } = await portal.account();
  const issue = () => issueRecoveryCodes(portal.database.system, portal.context.secrets, account_id);
  const codes: string[] = [];
  while (codes.length < 1_000) codes.push(...(await issue()).map((code) => code.replace('-', '')));
  return codes;
}

const secrets = async () => Array.from({ length: 1_000 }, newSecret);

test.each<[string, string, number, () => Promise<string[]>]>([
  ['mailed codes', decimal, 6, mailedCodes],
  ['recovery codes', crockford, 10, recoveryCodes],
  ['secrets of two-step verification', base32, 32, secrets],
])('%s are uniform and do not depend on Math.random', async (_what, alphabet, length, make) => {
  const made = await make();
  // Of a thousand six-digit codes, ten pairs are the same less than once in a hundred million runs.
  expect(new Set(made).size).toBeGreaterThan(made.length - 10);
  for (const one of made) expect(one).toMatch(new RegExp(`^[${alphabet}]{${length}}$`));
  const places = Array.from({ length }, (_, place) => made.map((one) => one.charAt(place)));
  for (const characters of [...places, places.flat()])
    expect(deviation(characters, alphabet)).toBeLessThan(7);
});

test('tokens do not depend on Math.random', () => {
  expect(new Set(Array.from({ length: 1_000 }, () => newToken())).size).toBe(1_000);
});
