import { expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { testPassword, testPortal } from '../../testing/test-portal.ts';

// Anybody can request mails to any address, from as many network addresses as they like.
const portal = testPortal({ RATE_LIMIT_FACTOR: '1' });
const fresh = { password: 'NewSecret1!', password_repeat: 'NewSecret1!' };
let requests = 0;

function request(url: string, payload: object) {
  requests += 1;
  const remoteAddress = `198.51.100.${requests}`;
  return portal.visitor().send({ method: 'POST', url, payload, remoteAddress });
}
const restore = (email: string) => request('/v1/users/password:restore', { email });

async function mailsTo(email: string): Promise<string[]> {
  return (await portal.mails()).filter(({ to }) => to === email).map(({ text }) => text);
}

/** Moves all mailed links into the past. */
const pass = (minutes: number) =>
  portal.database.system.run(sql`
    update one_time_tokens set created = created - make_interval(mins => ${minutes}),
      expires_at = expires_at - make_interval(mins => ${minutes})`);

test('an attacker’s requests never keep the owner from having a valid link, nor flood the mailbox', async () => {
  const { email } = await portal.account();
  let mailed = 0;
  for (let minute = 0; minute < 30; minute += 1) {
    for (let count = 0; count < 3; count += 1) expect((await restore(email)).status).toBe(202);
    const mails = await mailsTo(email);
    expect(mails.length - mailed).toBeLessThanOrEqual(1);
    mailed = mails.length;
    await pass(1);
  }
  expect(mailed).toBe(10);
  expect((await restore(email)).status).toBe(202);
  const [latest = ''] = await mailsTo(email);
  const token = /rst_[\w-]+/.exec(latest)?.[0];
  expect((await request('/v1/users/password:change', { token, ...fresh })).status).toBe(200);
});

test('mails another link after the last one was used', async () => {
  const { email } = await portal.account();
  await restore(email);
  const [mail = ''] = await mailsTo(email);
  await request('/v1/users/token:exchange', { token: /rst_[\w-]+/.exec(mail)?.[0] });
  const before = (await mailsTo(email)).length;
  await restore(email);
  expect(await mailsTo(email)).toHaveLength(before + 1);
});

test('parallel requests mail one link', async () => {
  const { email } = await portal.account();
  await Promise.all(Array.from({ length: 8 }, () => restore(email)));
  await Promise.all(Array.from({ length: 4 }, () => portal.queue.runWaiting()));
  expect(await mailsTo(email)).toHaveLength(1);
});

test('requests for confirmations neither refuse the owner nor flood the mailbox', async () => {
  const { email } = await portal.account({ email_confirmed_at: null });
  for (let count = 0; count < 8; count += 1)
    expect((await request('/v1/users/confirm', { email, resend: true })).status).toBe(202);
  expect(await mailsTo(email)).toHaveLength(1);
});

test('registrations of a known address mail its owner at most five times in half an hour', async () => {
  const { email } = await portal.account();
  const form = {
    email,
    password: 'Secret1!x',
    password_repeat: 'Secret1!x',
    name: 'Ann Tamm',
    company: 'Example Trading',
    phone: '37255512345',
    country: 'ee',
    language: 'en',
    timezone: 'Europe/Tallinn',
    currency: 'eur',
    terms: true,
  };
  for (let count = 0; count < 7; count += 1)
    expect((await request('/v1/users/register', form)).status).toBe(201);
  expect(await mailsTo(email)).toHaveLength(5);
});

test('changes of address mail at most five addresses an hour', async () => {
  const client = await portal.customer();
  const ask = (email: string) =>
    client.put('/v1/accounts/profile', { email, current_password: testPassword });
  const strangers = Array.from({ length: 6 }, (_, index) => `stranger-${index}@example.com`);
  const seen: [status: number, mails: number][] = [];
  for (const email of strangers) seen.push([(await ask(email)).status, (await mailsTo(email)).length]);
  expect(seen).toEqual([...Array.from({ length: 5 }, () => [200, 1]), [429, 0]]);
});

test.each(['of a stranger', 'of a customer'])(
  'several accounts mail the address %s at most five times',
  async (whose) => {
    const email = whose === 'of a customer' ? (await portal.account()).email : 'victim@example.com';
    for (let account = 0; account < 3; account += 1) {
      const client = await portal.customer();
      for (let count = 0; count < 3; count += 1) {
        await client.put('/v1/accounts/profile', { email, current_password: testPassword });
        await portal.mails();
      }
    }
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(5);
    if (whose === 'of a customer') expect(mails[0]).toContain(`${email}, the address with which you log in`);
  },
);

test('one account’s requests for an address leave mails for the account of its owner', async () => {
  const email = 'contested@example.com';
  const attacker = await portal.customer();
  const owner = await portal.customer();
  for (let count = 0; count < 5; count += 1) {
    await attacker.put('/v1/accounts/profile', { email, current_password: testPassword });
    await portal.mails();
  }
  const before = await mailsTo(email);
  expect(before).toHaveLength(2);
  await owner.put('/v1/accounts/profile', { email, current_password: testPassword });
  const [mail = '', ...others] = await mailsTo(email);
  expect(others).toHaveLength(2);
  const token = /eml_[\w-]+/.exec(mail)?.[0];
  expect((await owner.post('/v1/users/confirm', { token })).status).toBe(200);
  expect((await owner.get('/v1/accounts/profile')).body.email).toBe(email);
});
