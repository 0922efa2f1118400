import { expect, test } from '@jest/globals';
import type { AltchaChallenge, BotCheckAction, BotCheckChallenge } from '@portal/contract/bot-check';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { createSecrets } from '../../secrets/secrets.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { housekeepingJob } from '../platform/housekeeping.job.ts';
import { altchaProvider, issueChallenge } from './altcha.ts';

const portal = testPortal({ BOT_CHECK: 'altcha' });
const restore = '/v1/users/password:restore';
const email = 'ann@example.com';

async function challengeFor(action: BotCheckAction): Promise<AltchaChallenge> {
  const { body } = await portal.visitor().get(`/v1/bot-check/challenge?action=${action}`);
  return (body as BotCheckChallenge).challenge;
}

async function solved(challenge: AltchaChallenge, change: object = {}): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution, ...change })).toString('base64');
}

const tokenFor = async (action: BotCheckAction) => solved(await challengeFor(action));

function askToRestore(captcha_token?: string) {
  return portal.visitor().post(restore, { email, captcha_token });
}

const refused = (code: string) => ({ status: 403, body: { code } });

test('issues a challenge for ten minutes that no cache stores', async () => {
  const { status, body, headers } = await portal.visitor().get('/v1/bot-check/challenge?action=support');
  expect(status).toBe(200);
  expect(headers['cache-control']).toBe('no-store');
  expect(body.expires_in_seconds).toBe(600);
  const { data, expiresAt } = body.challenge.parameters;
  expect(data).toEqual({ action: 'support' });
  expect(expiresAt - Date.now() / 1000).toBeLessThanOrEqual(600);
});

test('refuses a request without a token', async () => {
  expect(await askToRestore()).toMatchObject(refused('captcha_required'));
  expect(await askToRestore('')).toMatchObject(refused('captcha_required'));
  const customer = await portal.customer();
  const ticket = { subject: 'Call failed', body: 'Since 08:00' };
  expect(await customer.post('/v1/accounts/support', ticket)).toMatchObject(refused('captcha_required'));
  expect(await portal.mails()).toEqual([]);
});

test('accepts a solved challenge once, for its action', async () => {
  const token = await tokenFor('restore');
  expect((await askToRestore(token)).status).toBe(202);
  expect(await askToRestore(token)).toMatchObject(refused('captcha_failed'));
});

test('accepts one of twenty parallel requests with one token', async () => {
  const token = await tokenFor('restore');
  const answers = await Promise.all(Array.from({ length: 20 }, () => askToRestore(token)));
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.code === 'captcha_failed')).toHaveLength(19);
});

test('treats another encoding of a used token as used', async () => {
  const challenge = await challengeFor('restore');
  expect((await askToRestore(await solved(challenge))).status).toBe(202);
  expect(await askToRestore(await solved(challenge, { more: 1 }))).toMatchObject(refused('captcha_failed'));
});

test('refuses a token for another action', async () => {
  expect(await askToRestore(await tokenFor('login'))).toMatchObject(refused('captcha_failed'));
});

test('refuses an expired token', async () => {
  const late = await issueChallenge(createSecrets(portal.config), 'restore', -5);
  expect(await askToRestore(await solved(late))).toMatchObject(refused('captcha_failed'));
});

test('accepts the solution of a challenge that was created under an earlier SECRETS_KEY', async () => {
  const { SECRETS_KEY: earlier } = portal.config;
  const newKey = Buffer.alloc(32, 3).toString('base64');
  const config = { ...portal.config, SECRETS_KEY: newKey, SECRETS_KEY_PREVIOUS: [earlier ?? ''] };
  const token = await tokenFor('restore');
  const verify = (settings: typeof config) =>
    altchaProvider(createSecrets(settings)).verify(token, {
      action: 'restore',
      log: portal.app.log,
      ip: '127.0.0.1',
    });
  expect(await verify(config)).toMatchObject({ outcome: 'ok' });
  expect(await verify({ ...config, SECRETS_KEY_PREVIOUS: [] })).toEqual({ outcome: 'failed' });
});

test('refuses a challenge that the portal did not create', async () => {
  const other = createSecrets({ ...portal.config, SECRETS_KEY: Buffer.alloc(32, 2).toString('base64') });
  const foreign = await issueChallenge(other, 'restore');
  expect(await askToRestore(await solved(foreign))).toMatchObject(refused('captcha_failed'));
});

test.each<[string, (challenge: AltchaChallenge) => object]>([
  [
    'a later end',
    (c) => ({ ...c, parameters: { ...c.parameters, expiresAt: c.parameters.expiresAt + 9e5 } }),
  ],
  ['less work', (c) => ({ ...c, parameters: { ...c.parameters, cost: 1 } })],
  ['another action', (c) => ({ ...c, parameters: { ...c.parameters, data: { action: 'login' } } })],
  ['a shorter prefix', (c) => ({ ...c, parameters: { ...c.parameters, keyPrefix: '00' } })],
])('refuses a modified challenge: %s', async (_what, change) => {
  const challenge = await challengeFor('restore');
  const token = await solved(challenge, { challenge: change(challenge) });
  expect(await askToRestore(token)).toMatchObject(refused('captcha_failed'));
});

test('refuses a guessed solution', async () => {
  const challenge = await challengeFor('restore');
  const { keyPrefix } = challenge.parameters;
  const solution = { counter: 60, derivedKey: keyPrefix.padEnd(64, '0') };
  const token = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  expect(await askToRestore(token)).toMatchObject(refused('captcha_failed'));
});

test.each(['x', 'bnVsbA==', Buffer.from('{"challenge":{}}').toString('base64'), 'A'.repeat(8000)])(
  'refuses a malformed token: %s',
  async (token) => {
    expect(await askToRestore(token)).toMatchObject(refused('captcha_failed'));
  },
);

test('accepts a repeated support request with a new token and the same key', async () => {
  const customer = await portal.customer();
  const send = async () => {
    const ticket = { subject: 'Call failed', body: 'Since 08:00', captcha_token: await tokenFor('support') };
    return customer.post('/v1/accounts/support', ticket, { 'idempotency-key': 'answer-was-lost' });
  };
  const first = await send();
  expect(first.status).toBe(201);
  expect((await send()).body).toEqual(first.body);
});

test('deletes used tokens after they expire', async () => {
  const count = async () => {
    const { rows } = await portal.database.pool.query('select count(*)::int from used_bot_checks');
    return rows[0].count;
  };
  expect(await count()).toBeGreaterThan(0);
  await portal.database.pool.query(`update used_bot_checks set expires_at = now() - interval '1 second'`);
  await housekeepingJob(portal.context).run({});
  expect(await count()).toBe(0);
});
