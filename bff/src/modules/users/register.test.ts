import { expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { registrationJob } from './register.ts';

const portal = testPortal();
const form = {
  email: 'ann@example.com',
  password: 'Secret1!x',
  password_repeat: 'Secret1!x',
  name: 'Ann Tamm',
  company: 'Example Trading OÜ',
  phone: '49 (0)171 7654321',
  country: 'ee',
  language: 'de',
  timezone: 'Europe/Tallinn',
  currency: 'eur',
  terms: true,
};

test('registers, confirms, accepts the agreement and logs in', async () => {
  const client = portal.visitor();
  const registered = await client.post('/v1/users/register', form);
  expect(registered).toMatchObject({
    status: 201,
    body: { success: true, next: 'confirm', email_masked: 'a••@example.com', resend_after_seconds: 60 },
  });

  const [mail] = await portal.mails();
  expect(mail).toMatchObject({ to: 'ann@example.com', subject: 'Bestätigen Sie Ihre E-Mail-Adresse' });
  const token = /\/login\?confirm=(cnf_[\w-]+)/.exec(mail?.text ?? '')?.[1];

  const early = await client.post('/v1/users/login', { email: form.email, password: form.password });
  expect(early).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
  expect(client.cookies).not.toHaveProperty('sid');

  expect((await client.post('/v1/users/confirm', { token })).body).toEqual({
    success: true,
    confirmed: true,
    next: 'login',
  });
  expect((await client.post('/v1/users/confirm', { token })).body.code).toBe('already_confirmed');

  const login = await client.post('/v1/users/login', { email: form.email, password: form.password });
  expect(login.body).toMatchObject({ next: 'dpu', dpu: { version: '2026-05', published: '2026-05-01' } });
  expect((await client.get(login.body.dpu.url)).status).toBe(200);
  expect((await client.get('/v1/accounts/profile')).body.code).toBe('dpu_required');
  expect((await client.post('/v1/accounts/access:verify')).body).toMatchObject({
    success: true,
    dpu_required: true,
  });

  const outdated = await client.post('/v1/users/login:dpu', { accepted: true, version: '2020-01' });
  expect(outdated.body.errors).toMatchObject([
    { field: 'version', code: 'dpu_version_outdated', params: { version: '2026-05' } },
  ]);
  const limited = { ...client.cookies };
  const accepted = await client.post('/v1/users/login:dpu', {
    accepted: true,
    version: '2026-05',
    language: 'de',
  });
  expect(accepted.body).toMatchObject({ success: true, next: 'welcome', dpu: { version: '2026-05' } });
  expect(client.cookies).not.toEqual(limited);

  const profile = await client.get('/v1/accounts/profile');
  expect(profile.body).toMatchObject({
    email: form.email,
    confirmed: true,
    phone: '491717654321',
    configured: false,
  });
  const proofs = await portal.database.system.query(
    sql`select version, language, host(ip) as ip from dpu_acceptances`,
  );
  expect(proofs).toEqual([{ version: '2026-05', language: 'de', ip: '127.0.0.1' }]);
});

test('responds equally for a known address and mails its owner', async () => {
  const { email, password_hash } = await portal.account({ email: 'known@example.com' });
  const known = await portal.visitor().post('/v1/users/register', { ...form, email });
  const fresh = await portal.visitor().post('/v1/users/register', { ...form, email: 'fresh@example.com' });
  expect(known.status).toBe(fresh.status);
  expect(Object.keys(known.body)).toEqual(Object.keys(fresh.body));
  const mails = await portal.mails();
  expect(mails.find(({ to }) => to === email)).toMatchObject({ subject: 'You already have an account' });
  const row = await portal.database.system.first(
    sql`select password_hash from accounts where email = ${email}`,
  );
  expect(row).toEqual({ password_hash });
});

test.each(['login', 'login:dpu'])('%s does not reveal whose address was registered', async (path) => {
  const attempt = async (email: string) => {
    await portal
      .visitor()
      .post('/v1/users/register', { ...form, email, password: 'Guess1!xx', password_repeat: 'Guess1!xx' });
    await portal.mails();
    const credentials = { email, password: 'Guess1!xx', accepted: true, version: '2026-05' };
    const { status, body, headers } = await portal.visitor().post(`/v1/users/${path}`, credentials);
    return { status, body: { ...body, request_id: '' }, cookies: headers['set-cookie'] };
  };
  const customer = await attempt((await portal.account()).email);
  expect(customer).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
  expect(await attempt(`nobody-${path.length}@example.com`)).toEqual(customer);
});

test('a browser that registers an unconfirmed address again replaces its registration', async () => {
  const email = 'twice@example.com';
  const client = portal.visitor();
  await client.post('/v1/users/register', { ...form, email });
  const first = /confirm=(cnf_[\w-]+)/.exec((await portal.mails())[0]?.text ?? '')?.[1];
  const second = { ...form, email, name: 'Second Name', password: 'Other1!xx', password_repeat: 'Other1!xx' };
  await client.post('/v1/users/register', second);
  await portal.mails();
  const login = { email, password: 'Other1!xx' };
  expect((await client.post('/v1/users/confirm', { token: first })).status).toBe(200);
  expect((await portal.visitor().post('/v1/users/login', login)).body.next).toBe('dpu');
});

test('a repeated registration renews terms and password', async () => {
  const email = 'renewed@example.com';
  const times = async () => {
    await portal.mails();
    return portal.database.system.first(sql`
      select terms_accepted_at > now() - interval '1 day' as terms, password_changed_at > now() - interval '1 day' as password
      from accounts where email = ${email}`);
  };
  const client = portal.visitor();
  await client.post('/v1/users/register', { ...form, email });
  expect(await times()).toEqual({ terms: true, password: true });
  await portal.database.system.run(sql`
    update accounts set terms_accepted_at = '2020-01-01', password_changed_at = '2020-01-01', terms_version = '2019-12'
    where email = ${email}`);
  await client.post('/v1/users/register', { ...form, email });
  expect(await times()).toEqual({ terms: true, password: true });
});

test('refuses terms that are not in force', async () => {
  const response = await portal.visitor().post('/v1/users/register', { ...form, terms_version: '2019-12' });
  expect(response).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'terms_version', code: 'field_invalid', params: { version: '2026-05' } }] },
  });
  const current = { ...form, email: 'terms@example.com', terms_version: '2026-05' };
  expect((await portal.visitor().post('/v1/users/register', current)).status).toBe(201);
});

test('confirms with the six-digit code; responds equally to a wrong code and an unknown address', async () => {
  const email = 'code@example.com';
  const client = portal.visitor();
  await client.post('/v1/users/register', { ...form, email });
  const code = /\b(\d{6})\b/.exec((await portal.mails())[0]?.text ?? '')?.[1] ?? '';
  const wrongCode = code === '000000' ? '000001' : '000000';
  const wrong = await portal.visitor().post('/v1/users/confirm', { email, code: wrongCode });
  const unknown = await portal.visitor().post('/v1/users/confirm', { email: 'no@example.com', code });
  expect(wrong.body.errors).toEqual(unknown.body.errors);
  expect(wrong.body.errors).toMatchObject([{ field: 'code', code: 'code_invalid' }]);
  expect((await client.post('/v1/users/confirm', { email, code })).body.confirmed).toBe(true);
});

test('a page whose response was lost confirms again by the same link or code', async () => {
  const email = 'lost@example.com';
  const client = portal.visitor();
  const headers = { 'idempotency-key': 'key-of-page-1' };
  await client.post('/v1/users/register', { ...form, email });
  const text = (await portal.mails())[0]?.text ?? '';
  const [, code] = /\b(\d{6})\b/.exec(text) ?? [];
  const first = await client.post('/v1/users/confirm', { email, code }, headers);
  expect(first.body.confirmed).toBe(true);
  expect((await client.post('/v1/users/confirm', { email, code }, headers)).body).toEqual(first.body);
  const other = { 'idempotency-key': 'key-of-page-2' };
  expect((await client.post('/v1/users/confirm', { email, code }, other)).body.code).toBe(
    'already_confirmed',
  );
});

test('responds equally to every request for another confirmation', async () => {
  const email = 'again@example.com';
  await portal.visitor().post('/v1/users/register', { ...form, email });
  const before = (await portal.mails()).length;
  const known = await portal.visitor().post('/v1/users/confirm', { email, resend: true });
  const unknown = await portal.visitor().post('/v1/users/confirm', { email: 'no@example.com', resend: true });
  expect(known).toMatchObject({ status: 202, body: { success: true, resend_after_seconds: 60 } });
  expect(unknown.body).toEqual(known.body);
  const mails = await portal.mails();
  expect(mails).toHaveLength(before + 1);
  expect(mails[0]?.to).toBe(email);
});

test('a new version of the agreement limits open sessions', async () => {
  const client = await portal.customer();
  await portal.database.system.run(sql`
    update accounts set dpu_version = '2020-01' where account_id = ${client.account.account_id}`);
  expect((await client.post('/v1/accounts/access:verify')).body).toMatchObject({ dpu_required: true });
  expect((await client.get('/v1/accounts/profile')).body.code).toBe('dpu_required');
  await client.post('/v1/users/login:dpu', { accepted: true, version: '2026-05' });
  expect((await client.post('/v1/accounts/access:verify')).body).toMatchObject({ dpu_required: false });
  expect((await client.get('/v1/accounts/profile')).body).toMatchObject({ dpu_required: false });
});

test('accepting again does not extend a full session', async () => {
  const client = await portal.customer();
  const before = (await client.post('/v1/accounts/access:verify')).body.expires_at;
  const again = await client.post('/v1/users/login:dpu', { accepted: true, version: '2026-05' });
  expect(again.body).toMatchObject({ next: 'welcome', session: { expires_at: before } });
  expect((await client.post('/v1/accounts/access:verify')).body.expires_at).toBe(before);
});

test('logs out when the agreement is refused', async () => {
  const { email } = await portal.account({ dpu_version: null });
  const client = portal.visitor();
  await client.post('/v1/users/login', { email, password: 'Secret1!x' });
  const response = await client.post('/v1/users/login:dpu', { accepted: false, version: '2026-05' });
  expect(response.body).toMatchObject({ success: true, next: 'login' });
  expect((await client.post('/v1/accounts/access:verify')).status).toBe(401);
});

test('returns each invalid field once', async () => {
  const response = await portal
    .visitor()
    .post('/v1/users/register', { email: 'x', password: 'a', phone: '+1', terms: false });
  expect(response.status).toBe(422);
  const fields = response.body.errors.map(({ field }: { field: string }) => field);
  expect(new Set(fields).size).toBe(fields.length);
  expect(fields).toEqual(expect.arrayContaining(['email', 'password', 'phone', 'terms', 'name', 'company']));
});

test('many registrations of confirmed addresses at the same time do not wait for each other’s connections', async () => {
  const accounts = await Promise.all(
    Array.from({ length: 12 }, (_, index) => portal.account({ email: `known${index}@example.com` })),
  );
  const job = registrationJob(portal.context);
  const { password, password_repeat, terms, ...details } = form;
  const run = (email: string) =>
    job.run({
      ...details,
      email,
      country: 'ee',
      currency: 'eur',
      language: 'de',
      password_hash: 'none',
      terms_version: '1',
      registered_at: new Date().toISOString(),
      browser: '00'.repeat(32),
    });
  await Promise.all(accounts.map(({ email }) => run(email)));
  const mails = await portal.mails();
  for (const { email } of accounts) expect(mails).toContainEqual(expect.objectContaining({ to: email }));
});
