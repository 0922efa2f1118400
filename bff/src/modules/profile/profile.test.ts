import { expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { type TestCustomer, testPassword, testPortal } from '../../testing/test-portal.ts';

const portal = testPortal();
const profile = '/v1/accounts/profile';
const open = { country: null, currency: null, tax_number: null };

test('a profile is configured once country, currency and tax number are set', async () => {
  const client = await portal.customer(open);
  expect((await client.get(profile)).body).toMatchObject({
    success: true,
    configured: false,
    currency_can_edit: true,
    tax_number_can_edit: true,
  });
  await client.put(profile, { country: 'ee', currency: 'eur' });
  const response = await client.put(profile, { tax_number: 'ee 100.000.010' });
  expect(response).toMatchObject({
    status: 200,
    body: {
      configured: true,
      currency_can_edit: false,
      tax_number_can_edit: false,
      tax_number: 'EE100000010',
      tax_value: '24.00',
    },
  });
});

test('changes only the language', async () => {
  const client = await portal.customer();
  const before = (await client.get(profile)).body;
  expect((await client.put(profile, { language: 'et' })).body).toEqual({ ...before, language: 'et' });
});

test.each([
  ['currency', { currency: 'usd' }, 'currency_locked'],
  ['tax number', { tax_number: 'EE100000011' }, 'tax_number_locked'],
  ['country of the tax number', { country: 'lv' }, 'tax_number_locked'],
])('refuses a change of the locked %s but accepts the same value', async (_what, change, code) => {
  const client = await portal.customer();
  expect(await client.put(profile, change)).toMatchObject({ status: 409, body: { code } });
  const same = { currency: 'eur', tax_number: 'EE100000010', country: 'ee' };
  expect((await client.put(profile, same)).status).toBe(200);
});

test('refuses the whole update when one member is refused', async () => {
  const client = await portal.customer();
  await client.put(profile, { name: 'Somebody Else', currency: 'usd' });
  expect((await client.get(profile)).body.name).toBe(client.account.name);
});

test.each([
  ['no country', { country: null }, { tax_number: 'EE100000010' }, 'tax_country_required', { country: null }],
  [
    'the country it has',
    { country: 'de' },
    { tax_number: 'EE100000010' },
    'tax_number_format',
    { country: 'de', example: 'DE123456788' },
  ],
])('checks a tax number against %s', async (_what, account, change, code, params) => {
  const client = await portal.customer({ tax_number: null, ...account });
  const response = await client.put(profile, change);
  expect(response).toMatchObject({ status: 422, body: { errors: [{ field: 'tax_number', code, params }] } });
});

test('ignores members that a customer may not set', async () => {
  const client = await portal.customer();
  const before = (await client.get(profile)).body;
  const greedy = {
    status: 'verified',
    confirmed: false,
    tax_value: '0.00',
    crypto_enabled: false,
    configured: false,
  };
  expect((await client.put(profile, { ...greedy, account_sid: 'AC0', dpu_version: null })).body).toEqual(
    before,
  );
});

test.each([
  ['ee', '24.00', 'provider_country'],
  ['de', '19.00', 'tax_number_missing'],
  ['us', '0.00', 'outside_eu'],
])('a customer in %s pays %s percent', async (country, tax_value, tax_reason) => {
  const client = await portal.customer({ ...open, currency: 'eur' });
  const response = await client.put(profile, { country });
  expect(response.body).toMatchObject({ tax_value, tax_reason, reverse_charge: false });
});

test('stores a phone number without the trunk prefix behind its country code, unless it is too short then', async () => {
  const client = await portal.customer();
  const response = await client.put(profile, { phone: '49 (0)171 7654321' });
  expect(response).toMatchObject({ status: 200, body: { phone: '491717654321' } });
  const refused = await client.put(profile, { phone: '49 (0)171765' });
  const errors = [{ field: 'phone', code: 'phone_digits_length' }];
  expect(refused).toMatchObject({ status: 422, body: { errors } });
});

test('stores the phone number that support may call, whatever a session enters within 30 days', async () => {
  const client = await portal.customer();
  const { account_id } = client.account;
  const enter = (phone: string) => client.put(profile, { phone });
  const age = (days: number) =>
    portal.database.system.run(sql`
      update accounts set phone_changed_at = phone_changed_at - make_interval(days => ${days})
      where account_id = ${account_id}`);
  const settled = async () =>
    (
      await portal.database.system.one<{ phone: string }>(sql`
        select settled_phone(accounts) as phone from accounts where account_id = ${account_id}`)
    ).phone;
  const first = await settled();
  await enter('372 5550 0001');
  await enter('372 5550 0002');
  expect(await settled()).toBe(first);
  await age(29);
  await enter('372 5550 0003');
  await age(29);
  expect(await settled()).toBe(first);
  await age(2);
  expect(await settled()).toBe('+37255500003');
  await enter('372 5550 0004');
  expect(await settled()).toBe('+37255500003');
});

test('keeps the old address until the new one is confirmed', async () => {
  const client = await portal.customer();
  const old = client.account.email;
  const email = 'new-address@example.com';
  expect((await client.put(profile, { email })).body.errors).toMatchObject([
    { code: 'current_password_required' },
  ]);
  const wrong = await client.put(profile, { email, current_password: 'Wrong1!xx' });
  expect(wrong.body.errors).toMatchObject([{ field: 'current_password', code: 'current_password_wrong' }]);

  const asked = await client.put(profile, { email, current_password: testPassword });
  expect(asked.body).toMatchObject({ email: old, pending_email: email });
  const mails = await portal.mails();
  expect(mails.find(({ to }) => to === old)?.text).toContain(email);
  const token = /confirm=(eml_[\w-]+)/.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[1];

  expect((await portal.visitor().post('/v1/users/confirm', { token })).body.confirmed).toBe(true);
  expect((await client.get(profile)).body).toMatchObject({ email, pending_email: null });
  expect((await portal.visitor().post('/v1/users/login', { email, password: testPassword })).status).toBe(
    200,
  );
});

test.each([
  ['called off', (client: TestCustomer) => client.put(profile, { email: client.account.email })],
  [
    'answered with a new password',
    (client: TestCustomer) =>
      client.post('/v1/users/password:change', {
        current_password: testPassword,
        password: 'NewSecret1!',
        password_repeat: 'NewSecret1!',
      }),
  ],
])('refuses to confirm a change of address that was %s', async (_how, undo) => {
  const client = await portal.customer();
  const email = `other-${client.account.account_id.slice(-8).toLowerCase()}@example.com`;
  await client.put(profile, { email, current_password: testPassword });
  const mail = (await portal.mails()).find(({ to }) => to === email);
  const token = /confirm=(eml_[\w-]+)/.exec(mail?.text ?? '')?.[1];
  expect((await undo(client)).status).toBe(200);
  const confirmed = await portal.visitor().post('/v1/users/confirm', { token });
  expect(confirmed).toMatchObject({ status: 410, body: { code: 'token_expired' } });
  expect((await client.get(profile)).body).toMatchObject({
    email: client.account.email,
    pending_email: null,
  });
});

test('refuses the address of another account', async () => {
  const owner = await portal.account();
  const client = await portal.customer();
  const asked = await client.put(profile, { email: owner.email, current_password: testPassword });
  expect(asked.status).toBe(200);
  const mail = (await portal.mails()).find(({ to }) => to === owner.email);
  expect(mail?.subject).toBe('You already have an account');
  expect(mail?.text).toContain(`asked to move another Dalat account to ${owner.email}`);
});

test('shows only the end of the account token', async () => {
  const client = await portal.customer();
  expect((await client.get(profile)).body.account_token).toMatch(/^••••[\w-]{4}$/);
});

test.each(['AET', 'CET', 'Nowhere/City', 'US/Pacific-New'])(
  'the database stores no time zone %s, which would end the jobs of all accounts',
  async (timezone) => {
    const { account_id } = await portal.account();
    const store = portal.superuser.system.run(
      sql`update accounts set timezone = ${timezone} where account_id = ${account_id}`,
    );
    await expect(store).rejects.toThrow(/time zone|accounts_timezone/);
  },
);
