import { expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { testPortal } from '../../testing/test-portal.ts';

// A stranger registers the same address as its owner, before the owner has confirmed it.
const portal = testPortal();
const owners = 'Secret1!x';
const strangers = 'Stranger1!x';
let addresses = 0;

function register(client: TestClient, email: string, password: string) {
  const form = { email, password, password_repeat: password, ...entriesOf(password), terms: true };
  return client.post('/v1/users/register', form);
}

const entriesOf = (password: string) =>
  password === owners
    ? {
        name: 'Ann Tamm',
        company: 'Example Trading',
        phone: '37255512345',
        country: 'ee',
        language: 'en',
        timezone: 'Europe/Tallinn',
        currency: 'eur',
      }
    : {
        name: 'A Stranger',
        company: 'Strange Trading',
        phone: '37126123456',
        country: 'lv',
        language: 'lv',
        timezone: 'Europe/Riga',
        currency: 'usd',
      };

async function latestMail(email: string): Promise<string> {
  return (await portal.mails()).find(({ to }) => to === email)?.text ?? '';
}
const linkIn = (mail: string) => /cnf_[\w-]+/.exec(mail)?.[0];
const codeIn = (mail: string) => /\b\d{6}\b/.exec(mail)?.[0];
const logIn = async (email: string, password: string) =>
  (await portal.visitor().post('/v1/users/login', { email, password })).body.next ?? 'refused';

const confirmedAt = async (email: string) =>
  (
    await portal.database.system.first<{ email_confirmed_at: string | null }>(
      sql`select email_confirmed_at from accounts where email = ${email}`,
    )
  )?.email_confirmed_at;

async function profileOf(email: string, password: string) {
  const client = portal.visitor();
  await client.post('/v1/users/login', { email, password });
  await client.post('/v1/users/login:dpu', { accepted: true, version: '2026-05' });
  return (await client.get('/v1/accounts/profile')).body;
}

/** A stranger alone registers an address. Returns the mail that its owner gets. */
async function registeredByStranger() {
  addresses += 1;
  const email = `registered-${addresses}@example.com`;
  expect((await register(portal.visitor(), email, strangers)).status).toBe(201);
  return { email, mail: await latestMail(email) };
}

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
  expect(await profileOf(email, owners)).toMatchObject(entriesOf(owners));
  // What strangers have entered does not remain either, with the hashes of their passwords.
  expect(await portal.database.system.query(sql`select 1 from registrations`)).toEqual([]);
});

test('a code makes the password of the confirming browser valid', async () => {
  const { email, owner, mails } = await contested('owner first');
  await owner.post('/v1/users/confirm', { email, code: codeIn(mails[1] ?? '') });
  expect(await logIn(email, owners)).toBe('dpu');
  expect(await logIn(email, strangers)).toBe('refused');
});

test('shows what a link confirms, as often as it is opened, and confirms nothing', async () => {
  const { email, owner, mails } = await contested('owner first');
  const token = linkIn(mails[0] ?? '');
  for (const [client, password_required] of [
    [owner, false],
    [portal.visitor(), true],
    [portal.visitor(), true],
  ] as const) {
    const { status, body } = await client.post('/v1/users/confirm', { token, preview: true });
    expect([status, body]).toMatchObject([
      200,
      { success: true, confirms: 'registration', password_required },
    ]);
    expect(body.email_masked).toMatch(/^c•+@example\.com$/);
  }
  const byCode = { email, code: codeIn(mails[1] ?? mails[0] ?? ''), preview: true };
  expect((await owner.post('/v1/users/confirm', byCode)).body.confirms).toBe('registration');
  expect(await confirmedAt(email)).toBeNull();
});

test.each(['link', 'code'] as const)(
  'a %s that another browser uses confirms a stranger’s registration by its password only',
  async (kind) => {
    const { email, mail } = await registeredByStranger();
    const proof = kind === 'link' ? { token: linkIn(mail) } : { email, code: codeIn(mail) };
    const use = (password?: string) => portal.visitor().post('/v1/users/confirm', { ...proof, password });
    expect((await use()).body.errors).toMatchObject([{ field: 'password', code: 'password_required' }]);
    expect((await use(owners)).body.errors).toMatchObject([
      { field: 'password', code: 'registration_password_wrong' },
    ]);
    expect(await confirmedAt(email)).toBeNull();
    expect((await use(strangers)).body.confirmed).toBe(true);
    expect(await logIn(email, strangers)).toBe('dpu');
  },
);

test('does not compare passwords for a wrong code', async () => {
  const { email, mail } = await registeredByStranger();
  const code = codeIn(mail) === '000000' ? '000001' : '000000';
  const response = await portal.visitor().post('/v1/users/confirm', { email, code, password: strangers });
  expect(response.body.errors).toMatchObject([{ field: 'code', code: 'code_invalid' }]);
});

test.each(['owner first', 'stranger first'] as const)(
  '%s: in another browser the password decides whose entries the account gets',
  async (order) => {
    const { email, mails } = await contested(order);
    const elsewhere = portal.visitor();
    const proof = { token: linkIn(mails[1] ?? mails[0] ?? ''), password: owners };
    expect((await elsewhere.post('/v1/users/confirm', proof)).status).toBe(200);
    expect(await logIn(email, strangers)).toBe('refused');
    expect(await profileOf(email, owners)).toMatchObject(entriesOf(owners));
  },
);

test('a password set by mail discards what strangers have entered', async () => {
  const { email } = await contested('stranger first');
  await portal.visitor().post('/v1/users/password:restore', { email });
  const token = /rst_[\w-]+/.exec(await latestMail(email))?.[0];
  const mailbox = portal.visitor();
  mailbox.cookies = { language: 'fr' };
  const change = { token, password: 'Third1!xx', password_repeat: 'Third1!xx' };
  expect((await mailbox.post('/v1/users/password:change', change)).status).toBe(200);
  expect(await profileOf(email, change.password)).toMatchObject({
    confirmed: true,
    name: '',
    company: '',
    phone: '',
    country: null,
    currency: null,
    language: 'fr',
    timezone: 'UTC',
  });
});

test('a password set by mail preserves what the same browser has entered', async () => {
  const { email, owner } = await contested('stranger first');
  await portal.visitor().post('/v1/users/password:restore', { email });
  const token = /rst_[\w-]+/.exec(await latestMail(email))?.[0];
  const change = { token, password: 'Third1!xx', password_repeat: 'Third1!xx' };
  expect((await owner.post('/v1/users/password:change', change)).status).toBe(200);
  expect(await profileOf(email, change.password)).toMatchObject(entriesOf(owners));
  expect(await logIn(email, owners)).toBe('refused');
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

test.each(['the same browser', 'another browser'])(
  'in %s, a flood of strangers’ registrations does not hide an earlier one',
  async (which) => {
    addresses += 1;
    const email = `flooded-${addresses}@example.com`;
    const owner = portal.visitor();
    await register(owner, email, owners);
    const token = linkIn(await latestMail(email));
    for (let count = 0; count < 25; count += 1) await register(portal.visitor(), email, strangers);
    await portal.mails();
    const confirmed =
      which === 'the same browser'
        ? await owner.post('/v1/users/confirm', { token })
        : await portal.visitor().post('/v1/users/confirm', { token, password: owners });
    expect(confirmed.body.confirmed).toBe(true);
    expect(await profileOf(email, owners)).toMatchObject(entriesOf(owners));
  },
);
