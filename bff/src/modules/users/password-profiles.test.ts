import { expect, test } from '@jest/globals';
import { type TestPortal, testPassword, testPortal } from '../../testing/test-portal.ts';

const portals = { spec: testPortal(), nist: testPortal({ PASSWORD_PROFILE: 'nist', BRAND: 'Dalat' }) };

const good = { spec: 'NewSecret1!', nist: 'thirsty otter folds maps' };
// These passwords satisfy or break both profiles.
const refused = {
  spec: [
    ['Short1!', 'password_length'],
    ['seventeen-chars-1A', 'password_length'],
    ['NOLOWERCASE1!', 'password_lowercase'],
    ['nouppercase1!', 'password_uppercase'],
    ['NoDigitsHere!', 'password_digit'],
    ['NoSpecial123', 'password_special'],
    ['P@ssw0rd', 'password_common'],
    ['1qaz@WSX', 'password_common'],
  ],
  nist: [
    ['fourteen chars', 'passphrase_length'],
    ['x9$kQ!vf7Pz&2mLw'.repeat(9), 'passphrase_length'],
    ['passwordpassword', 'password_common'],
    ['PasswordPassword', 'password_common'],
    ['1qaz2wsx3edc4rfv', 'password_common'],
    ['123456789012345678', 'password_common'],
    ['aaaaaaaaaaaaaaaaaaaa', 'password_common'],
    ['qwertyuiopasdfghjkl', 'password_common'],
    ['dalatdalatdalatdalat', 'password_common'],
    ['ExampleTrading1', 'password_common'],
  ],
} as const;

const cases = (['spec', 'nist'] as const).flatMap((profile) =>
  refused[profile].map(([password, code]) => [profile, password.slice(0, 30), password, code] as const),
);
const twice = (password: string) => ({ password, password_repeat: password });
const change = '/v1/users/password:change';

test.each(cases)('%s: refuses to register with %s', async (profile, _shown, password, code) => {
  const response = await register(portals[profile], password);
  expect(response).toMatchObject({ status: 422, body: { errors: [{ field: 'password', code }] } });
});

test.each(cases)('%s: refuses to change to %s', async (profile, _shown, password, code) => {
  const portal = portals[profile];
  const client = await portal.customer({ company: 'Example Trading' });
  const expected = { status: 422, body: { errors: [{ field: 'password', code }] } };
  const inSession = await client.post(change, { current_password: testPassword, ...twice(password) });
  expect(inSession).toMatchObject(expected);
  const token = await mailedToken(portal, client.account.email);
  expect(await portal.visitor().post(change, { token, ...twice(password) })).toMatchObject(expected);
  // A refusal does not use up the link.
  expect((await portal.visitor().post(change, { token, ...twice(good[profile]) })).status).toBe(200);
});

test('nist: accepts pictures without a letter, also from an account whose company has none', async () => {
  const client = await portals.nist.customer({ company: '24/7' });
  const pictures = twice('🦦🗺😀🌧🎻🐘🚲🌵🪁🧭'.repeat(2));
  const response = await client.post(change, { current_password: testPassword, ...pictures });
  expect(response.status).toBe(200);
});

test.each(['spec', 'nist'] as const)('%s: accepts a good password, in a session too', async (profile) => {
  const portal = portals[profile];
  expect((await register(portal, good[profile])).status).toBe(201);
  const client = await portal.customer();
  const response = await client.post(change, { current_password: testPassword, ...twice(good[profile]) });
  expect(response.status).toBe(200);
  const credentials = { email: client.account.email, password: good[profile] };
  expect((await portal.visitor().post('/v1/users/login', credentials)).status).toBe(200);
});

test.each(['customer-9@example.com', 'Customer 9 Customer 9', 'customer-9@example.com!!'])(
  'nist: refuses %s for its owner',
  async (password) => {
    const owner = { email: 'customer-9@example.com', name: 'Customer 9' };
    const response = await register(portals.nist, password, owner);
    expect(response).toMatchObject({ status: 422, body: { errors: [{ code: 'password_common' }] } });
  },
);

const bearer = { email: 'marit.kask@telefon.example', name: 'Käthe Kask', company: 'Põhja Kaubad' };

test.each([
  'Dalat-2026!',
  'Kask2026!',
  '1!KaThE!1',
  'KatheKask1!',
  'Kaubad-1',
  'Pohja2026?',
  'Marit-26',
  'Telefon.1',
])('spec: refuses %s for its owner', async (password) => {
  const response = await register(portals.spec, password, bearer);
  expect(response).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'password', code: 'password_common' }] },
  });
});

test.each(['Dalatory-26!', 'Kask-bread-7', 'Telefonat-1'])('spec: accepts %s', async (password) => {
  const owner = { ...bearer, email: `another-${password.length}@telefon.example` };
  expect((await register(portals.spec, password, owner)).status).toBe(201);
});

test('spec accepts weak passwords that are on no list, and nist requires no composition', async () => {
  expect((await register(portals.spec, 'Password1!')).status).toBe(201);
  const passphrases = ['мой рыжий кот любит сметану', '🦦🗺️ folding maps again 🌧️', 'xxxkQvfPzmLwRtY'];
  for (const password of passphrases) expect((await register(portals.nist, password)).status).toBe(201);
});

test('a change in a session requires the current password', async () => {
  const client = await portals.spec.customer();
  const response = await client.post(change, twice(good.spec));
  expect(response).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'current_password', code: 'current_password_required' }] },
  });
});

let count = 0;
function register(portal: TestPortal, password: string, changes: object = {}) {
  count += 1;
  return portal.visitor().post('/v1/users/register', {
    email: `newcomer-${count}@example.com`,
    ...twice(password),
    name: 'Ann Tamm',
    company: 'Example Trading',
    phone: '372 5551 2345',
    timezone: 'Europe/Tallinn',
    terms: true,
    ...changes,
  });
}

async function mailedToken(portal: TestPortal, email: string) {
  await portal.visitor().post('/v1/users/password:restore', { email });
  const mails = await portal.mails();
  const mail = mails.find(({ to, text }) => to === email && text.includes('token=rst_'));
  return /token=(rst_[\w-]+)/.exec(mail?.text ?? '')?.[1];
}
