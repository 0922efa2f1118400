import { beforeEach, expect, test } from '@jest/globals';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { testPassword, testPortal } from '../../testing/test-portal.ts';

const portal = testPortal({ BOT_CHECK: 'altcha', RATE_LIMIT_FACTOR: '1' });
const login = '/v1/users/login';
const wrong = 'Wrong1!xx';
let number = 0;

/** Creates a visitor with a separate network address, because failures also count by address. */
function somebody() {
  number += 1;
  const remoteAddress = `192.0.2.${number}`;
  const client = portal.visitor();
  return (payload: object, url = login) => client.send({ method: 'POST', url, payload, remoteAddress });
}

async function solvedToken(): Promise<string> {
  const { body } = await portal.visitor().get('/v1/bot-check/challenge?action=login');
  const solution = await solveChallenge({ challenge: body.challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge: body.challenge, solution })).toString('base64');
}

beforeEach(() => portal.database.pool.query('delete from rate_counters'));

test('requires the check after three failures, and no longer after a successful login', async () => {
  const { email } = await portal.account();
  const attempt = somebody();
  for (let count = 0; count < 3; count += 1)
    expect((await attempt({ email, password: wrong })).body.code).toBe('invalid_credentials');
  expect(await attempt({ email, password: testPassword })).toMatchObject({
    status: 403,
    body: { code: 'captcha_required' },
  });
  const captcha_token = await solvedToken();
  expect((await attempt({ email, password: testPassword, captcha_token })).status).toBe(200);
  expect((await somebody()({ email, password: testPassword })).status).toBe(200);
});

test('logins that the check refuses store nothing for the addresses that they name', async () => {
  const attempt = somebody();
  for (let count = 0; count < 3; count += 1) await attempt({ email: 'a@example.com', password: wrong });
  const rows = () => portal.database.pool.query('select key from rate_counters');
  const before = (await rows()).rowCount;
  for (let count = 0; count < 20; count += 1)
    expect((await attempt({ email: `refused-${count}@example.com`, password: wrong })).status).toBe(403);
  expect((await rows()).rowCount).toBe(before);
});

test('a wrong password uses up the token', async () => {
  const { email } = await portal.account();
  const attempt = somebody();
  for (let count = 0; count < 3; count += 1) await attempt({ email, password: wrong });
  const captcha_token = await solvedToken();
  expect((await attempt({ email, password: wrong, captcha_token })).body.code).toBe('invalid_credentials');
  expect((await attempt({ email, password: wrong, captcha_token })).body.code).toBe('captcha_failed');
});

test('counts failures of a customer over all network addresses', async () => {
  const { email } = await portal.account();
  for (let count = 0; count < 3; count += 1) await somebody()({ email, password: wrong });
  expect((await somebody()({ email, password: wrong })).body.code).toBe('captcha_required');
});

test('counts failures of a network address over all customers', async () => {
  const attempt = somebody();
  for (let count = 0; count < 3; count += 1)
    await attempt({ email: `guess-${count}@example.com`, password: wrong });
  const { email } = await portal.account();
  expect((await attempt({ email, password: testPassword })).body.code).toBe('captcha_required');
  expect((await somebody()({ email, password: testPassword })).status).toBe(200);
});

test('responds equally for known and unknown addresses', async () => {
  const { email } = await portal.account();
  const known = somebody();
  const unknown = somebody();
  for (let count = 0; count < 5; count += 1) {
    const first = await known({ email, password: wrong });
    const second = await unknown({ email: 'nobody@example.com', password: wrong });
    expect({ ...second.body, request_id: '' }).toEqual({ ...first.body, request_id: '' });
  }
});

test('failures of an attacker do not affect the owner’s browser', async () => {
  const owner = await portal.customer();
  const { email } = owner.account;
  for (let count = 0; count < 4; count += 1) await somebody()({ email, password: wrong });
  const payload = { email, password: testPassword };
  expect(
    (await owner.send({ method: 'POST', url: login, payload, remoteAddress: '192.0.2.99' })).status,
  ).toBe(200);
});

test('also protects the agreement’s endpoint', async () => {
  const { email } = await portal.account();
  const attempt = somebody();
  const accept = { accepted: true, version: '2026-05', email };
  for (let count = 0; count < 3; count += 1)
    await attempt({ ...accept, password: wrong }, '/v1/users/login:dpu');
  expect((await attempt({ ...accept, password: wrong }, '/v1/users/login:dpu')).body.code).toBe(
    'captcha_required',
  );
});

test('checks no more than three of twenty parallel guesses', async () => {
  const { email } = await portal.account();
  const attempt = somebody();
  const answers = await Promise.all(Array.from({ length: 20 }, () => attempt({ email, password: wrong })));
  const codes = answers.map(({ body }) => body.code);
  const triedCount = codes.filter((code) => code === 'invalid_credentials').length;
  // The third attempt of its address and the fourth of its customer requires the check.
  expect(triedCount).toBeGreaterThanOrEqual(1);
  expect(triedCount).toBeLessThanOrEqual(3);
  expect(codes.filter((code) => code === 'captcha_required')).toHaveLength(20 - triedCount);
});
