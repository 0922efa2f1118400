import { expect, test } from '@jest/globals';
import type { TestClient } from '../../testing/test-client.ts';
import { testPortal } from '../../testing/test-portal.ts';

// A stranger registers the same address as its owner, before the owner has confirmed it.
const portal = testPortal();
const owners = 'Secret1!x';
const strangers = 'Stranger1!x';
let addresses = 0;

function register(client: TestClient, email: string, password: string) {
  const form = {
    email,
    password,
    password_repeat: password,
    name: password === owners ? 'Ann Tamm' : 'A Stranger',
    company: 'Example Trading',
    phone: '37255512345',
    country: 'ee',
    language: 'en',
    timezone: 'Europe/Tallinn',
    currency: 'eur',
    terms: true,
  };
  return client.post('/v1/users/register', form);
}

async function latestMail(email: string): Promise<string> {
  return (await portal.mails()).find(({ to }) => to === email)?.text ?? '';
}
const linkIn = (mail: string) => /cnf_[\w-]+/.exec(mail)?.[0];
const codeIn = (mail: string) => /\b\d{6}\b/.exec(mail)?.[0];
const logIn = async (email: string, password: string) =>
  (await portal.visitor().post('/v1/users/login', { email, password })).body.next ?? 'refused';

/** Both register, in this order. Returns the owner's browser and the mails of both registrations. */
async function contested(order: 'owner first' | 'stranger first') {
  addresses += 1;
  const email = `contested-${addresses}@example.com`;
  const owner = portal.visitor();
  const stranger = portal.visitor();
  const registrations = [() => register(owner, email, owners), () => register(stranger, email, strangers)];
  if (order === 'stranger first') registrations.reverse();
  const mails: string[] = [];
  for (const send of registrations) {
    expect((await send()).status).toBe(201);
    mails.push(await latestMail(email));
  }
  return { email, owner, stranger, mails };
}

test.each([
  ['owner first', 0],
  ['owner first', 1],
  ['stranger first', 0],
  ['stranger first', 1],
] as const)('%s: link %i makes the password of the confirming browser valid', async (order, link) => {
  const { email, owner, mails } = await contested(order);
  const confirmed = await owner.post('/v1/users/confirm', { token: linkIn(mails[link] ?? '') });
  expect(confirmed.body.confirmed).toBe(true);
  expect(await logIn(email, owners)).toBe('dpu');
  expect(await logIn(email, strangers)).toBe('refused');
  await owner.post('/v1/users/login', { email, password: owners });
  await owner.post('/v1/users/login:dpu', { accepted: true, version: '2026-05' });
  expect((await owner.get('/v1/accounts/profile')).body.name).toBe('Ann Tamm');
});

test('a code makes the password of the confirming browser valid', async () => {
  const { email, owner, mails } = await contested('owner first');
  await owner.post('/v1/users/confirm', { email, code: codeIn(mails[1] ?? '') });
  expect(await logIn(email, owners)).toBe('dpu');
  expect(await logIn(email, strangers)).toBe('refused');
});

test('confirmed in an unknown browser, a contested address gets a link to set the password', async () => {
  const { email, mails } = await contested('stranger first');
  const elsewhere = portal.visitor();
  expect((await elsewhere.post('/v1/users/confirm', { token: linkIn(mails[0] ?? '') })).status).toBe(200);
  expect([await logIn(email, owners), await logIn(email, strangers)]).toEqual(['refused', 'refused']);
  const token = /rst_[\w-]+/.exec(await latestMail(email))?.[0];
  const change = { token, password: 'Third1!xx', password_repeat: 'Third1!xx' };
  expect((await elsewhere.post('/v1/users/password:change', change)).status).toBe(200);
  expect(await logIn(email, change.password)).toBe('dpu');
});

test('ends the sessions of a stranger who logged in before the confirmation', async () => {
  const { email, owner, stranger, mails } = await contested('stranger first');
  expect((await stranger.post('/v1/users/login', { email, password: strangers })).body.next).toBe('confirm');
  const change = { current_password: strangers, password: 'Third1!xx', password_repeat: 'Third1!xx' };
  expect((await stranger.post('/v1/users/password:change', change)).body.code).toBe('email_not_confirmed');
  await owner.post('/v1/users/confirm', { token: linkIn(mails[0] ?? '') });
  expect((await stranger.get('/v1/accounts/profile')).body.code).toBe('unauthenticated');
});

test('a link that was mailed before a password was set by mail changes nothing', async () => {
  const { email, stranger, mails } = await contested('owner first');
  await portal.visitor().post('/v1/users/password:restore', { email });
  const token = /rst_[\w-]+/.exec(await latestMail(email))?.[0];
  const change = { token, password: 'Third1!xx', password_repeat: 'Third1!xx' };
  await portal.visitor().post('/v1/users/password:change', change);
  await stranger.post('/v1/users/confirm', { token: linkIn(mails[1] ?? '') });
  expect(await logIn(email, strangers)).toBe('refused');
  expect(await logIn(email, change.password)).toBe('dpu');
});
