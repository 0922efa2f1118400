import { expect, test } from '@jest/globals';
import { sql } from '../database/sql.ts';
import { createLog } from '../log.ts';
import { sampleInvoice } from '../modules/monthly-vat-invoices/monthly-vat-invoices.fixtures.ts';
import { insertInvoice } from '../modules/monthly-vat-invoices/monthly-vat-invoices.repository.ts';
import { givenService } from '../modules/services/services.fixtures.ts';
import { codeOf, turnOn } from '../modules/two-factor/two-factor.fixtures.ts';
import { testPassword, testPortal } from '../testing/test-portal.ts';
import { basic, send } from '../testing/test-program.ts';
import { securityEvents } from './security-log.ts';

const lines: string[] = [];
const log = createLog('info', { to: { write: (line) => lines.push(line) } });
const portal = testPortal({ LOG_LEVEL: 'info' }, { log });
const strict = testPortal({ RATE_LIMIT_FACTOR: '1', LOG_LEVEL: 'info' }, { log });
const guarded = testPortal({ BOT_CHECK: 'altcha', LOG_LEVEL: 'info' }, { log });
const seen = new Set<string>();

interface SecurityRecord {
  event: string;
  level: string;
  time: string;
  account_id?: string;
  session_id?: string;
  ip: string;
  reqId: string;
  how?: string;
}

/** Returns the records that `act` writes, by event. */
async function recordsOf(act: () => Promise<unknown>): Promise<SecurityRecord[]> {
  lines.length = 0;
  await act();
  const records = lines.map((line): SecurityRecord & { msg: string } => JSON.parse(line));
  const own = records.filter(({ msg }) => msg === 'security');
  for (const { event } of own) seen.add(event);
  return own;
}

async function eventsOf(act: () => Promise<unknown>): Promise<string[]> {
  return (await recordsOf(act)).map(({ event, how }) => (how === undefined ? event : `${event} ${how}`));
}

const login = '/v1/users/login';
const restore = '/v1/users/password:restore';
const change = '/v1/users/password:change';
const twoFactor = '/v1/accounts/two-factor';
const fresh = { password: 'NewSecret1!', password_repeat: 'NewSecret1!' };
const current = { current_password: testPassword };

async function mailed(to: string, prefix: string): Promise<string> {
  const mail = (await portal.mails()).find((each) => each.to === to && each.text.includes(`=${prefix}_`));
  return new RegExp(`=(${prefix}_[\\w-]+)`).exec(mail?.text ?? '')?.[1] ?? '';
}

test('a record has event, time, account, session, network address and request id', async () => {
  const { email, account_id } = await portal.account();
  const client = portal.visitor();
  const records = await recordsOf(() => client.post(login, { email, password: testPassword }));
  expect(records).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      reqId: expect.stringMatching(/^req_/),
      event: 'login',
      account_id,
      session_id: expect.stringMatching(/^ses_/),
      ip: '127.0.0.1',
      how: 'welcome',
      msg: 'security',
    },
  ]);
  const [session] = (await client.get('/v1/accounts/sessions')).body.sessions;
  expect(records[0]?.session_id).toBe(session.session_id);
});

test('records registration, confirmation, login and logout once each', async () => {
  const email = 'ann@example.com';
  const client = portal.visitor();
  const form = {
    email,
    password: testPassword,
    password_repeat: testPassword,
    name: 'Ann Tamm',
    company: 'Example Trading',
    phone: '372 5551 2345',
    timezone: 'Europe/Tallinn',
    terms: true,
  };
  expect(await eventsOf(() => client.post('/v1/users/register', form))).toEqual(['register']);
  const resend = { email, resend: true };
  expect(await eventsOf(() => client.post('/v1/users/confirm', resend))).toEqual(['confirmation_asked']);
  const token = await mailed(email, 'cnf');
  expect(await eventsOf(() => client.post('/v1/users/confirm', { token }))).toEqual(['email_confirmed']);
  const credentials = { email, password: testPassword };
  expect(await eventsOf(() => client.post(login, credentials))).toEqual(['login dpu']);
  const accept = { accepted: true, version: '2026-05' };
  expect(await eventsOf(() => client.post('/v1/users/login:dpu', accept))).toEqual([
    'agreement_accepted 2026-05',
  ]);
  expect(await eventsOf(() => client.post('/v1/accounts/access:logout'))).toEqual(['logout']);
  expect(await eventsOf(() => client.post('/v1/accounts/access:logout'))).toEqual([]);
});

test('records that the agreement was declined', async () => {
  const { email } = await portal.account({ dpu_version: null });
  const client = portal.visitor();
  await client.post(login, { email, password: testPassword });
  const decline = { accepted: false, version: '2026-05' };
  expect(await eventsOf(() => client.post('/v1/users/login:dpu', decline))).toEqual(['agreement_declined']);
});

test('records the account and the reason of a refused login', async () => {
  const { email, account_id } = await portal.account();
  const wrong = { email, password: 'Wrong1!xx' };
  expect(await recordsOf(() => portal.visitor().post(login, wrong))).toMatchObject([
    { event: 'login_refused', level: 'warn', account_id, how: 'credentials' },
  ]);
  const [unknown] = await recordsOf(() => portal.visitor().post(login, { ...wrong, email: 'x@example.com' }));
  expect(unknown).toMatchObject({ event: 'login_refused' });
  expect(unknown).not.toHaveProperty('account_id');
  const closed = await portal.account({ status: 'closed' });
  const right = { email: closed.email, password: testPassword };
  expect(await eventsOf(() => portal.visitor().post(login, right))).toEqual(['login_refused closed']);
});

test('records the account of a login with another browser', async () => {
  const { email, account_id } = (await portal.customer()).account;
  const credentials = { email, password: testPassword };
  expect(await recordsOf(() => portal.visitor().post(login, credentials))).toMatchObject([
    { event: 'new_device', account_id },
    { event: 'login', account_id },
  ]);
});

test('records each step of a login with two-step verification', async () => {
  const customer = await portal.customer();
  const { email } = customer.account;
  const begun = await customer.post(`${twoFactor}:begin`, current);
  const { secret } = begun.body;
  const enable = { code: codeOf(secret, -1) };
  expect(await eventsOf(() => customer.post(`${twoFactor}:enable`, enable))).toEqual(['two_factor_enabled']);

  const client = portal.visitor();
  const credentials = { email, password: testPassword };
  expect(await eventsOf(() => client.post(login, credentials))).toEqual(['second_step_asked']);
  const enter = (code: string) => eventsOf(() => client.post('/v1/users/login:otp', { code }));
  expect(await enter(codeOf(secret, 9))).toEqual(['second_step_refused']);
  expect(await enter(codeOf(secret))).toEqual(['new_device', 'second_step_taken totp', 'login welcome']);

  const renew = () => customer.post(`${twoFactor}:recovery-codes`, current);
  expect(await eventsOf(renew)).toEqual(['recovery_codes_renewed']);
  expect(await eventsOf(() => customer.post(`${twoFactor}:disable`, current))).toEqual([
    'two_factor_disabled',
  ]);
});

test('records restored and changed passwords', async () => {
  const customer = await portal.customer();
  const { email, account_id } = customer.account;
  expect(await eventsOf(() => portal.visitor().post(restore, { email }))).toEqual(['restore_asked']);
  const client = portal.visitor();
  const token = await mailed(email, 'rst');
  const exchange = () => client.post('/v1/users/token:exchange', { token });
  expect(await eventsOf(exchange)).toEqual(['restore_token_exchanged']);
  expect(await recordsOf(() => client.post(change, fresh))).toMatchObject([
    { event: 'password_changed', how: 'mailed_link', account_id },
  ]);
  const other = await portal.customer();
  expect(await eventsOf(() => other.post(change, { ...current, ...fresh }))).toEqual([
    'password_changed current_password',
  ]);
  const wrong = { current_password: 'Wrong1!xx', ...fresh };
  expect(await eventsOf(() => other.post(change, wrong))).toEqual(['password_refused']);
});

test('records when a new address is requested and when it is confirmed', async () => {
  const client = await portal.customer();
  const email = 'moved@example.com';
  const move = { email, ...current };
  expect(await eventsOf(() => client.put('/v1/accounts/profile', move))).toEqual(['email_change_asked']);
  expect(await eventsOf(() => client.put('/v1/accounts/profile', { name: 'Another Name' }))).toEqual([]);
  const token = await mailed(email, 'eml');
  expect(await eventsOf(() => portal.visitor().post('/v1/users/confirm', { token }))).toEqual([
    'email_change_confirmed',
  ]);
  const back = await mailed(client.account.email, 'rev');
  expect(await recordsOf(() => portal.visitor().post('/v1/users/confirm', { token: back }))).toMatchObject([
    { event: 'email_change_reverted', level: 'warn', account_id: client.account.account_id },
  ]);
});

test('records a new phone number, which the owner is mailed', async () => {
  const client = await portal.customer();
  const { email, account_id } = client.account;
  const call = (phone: string) => () => client.put('/v1/accounts/profile', { phone });
  expect(await recordsOf(call('372 5559 9999'))).toMatchObject([{ event: 'phone_changed', account_id }]);
  expect(await eventsOf(call('372 5559 9999'))).toEqual([]);
  const subjects = (await portal.mails()).filter(({ to }) => to === email).map(({ subject }) => subject);
  expect(subjects).toEqual(['Your phone number has been changed']);
});

test('records ended sessions and actions on API tokens', async () => {
  const client = await portal.customer();
  const { email } = client.account;
  const other = portal.visitor();
  await other.post(login, { email, password: testPassword });
  const [{ session_id }] = (await other.get('/v1/accounts/sessions')).body.sessions;
  const url = `/v1/accounts/sessions/${session_id}`;
  expect(await recordsOf(() => client.send({ method: 'DELETE', url }))).toMatchObject([
    { event: 'session_ended', session_id },
  ]);
  const act = (path: string) => eventsOf(() => client.post(`/v1/accounts/${path}`, current));
  expect(await eventsOf(() => client.post('/v1/accounts/sessions:end-others'))).toEqual([
    'other_sessions_ended',
  ]);
  expect(await act('token:reveal')).toEqual(['token_revealed primary']);
  expect(await act('token:rotate')).toEqual(['token_rotated']);
  expect(await act('token:promote')).toEqual(['token_promoted']);
  await act('token:rotate');
  expect(await act('token:discard')).toEqual(['token_discarded']);
  const { account_id, account_sid } = client.account;
  const wrong = basic(account_sid, 'not-the-token');
  const program = () => send(portal.app, '/v1/services/all', wrong);
  expect(await recordsOf(program)).toMatchObject([{ event: 'token_refused', level: 'warn', account_id }]);
});

test('records requests that are refused before their route', async () => {
  const forged = () => portal.visitor().post(login, {}, { origin: 'https://evil.example' });
  expect(await eventsOf(forged)).toEqual(['csrf_refused']);
  const events = await eventsOf(async () => {
    for (let count = 0; count < 26; count += 1)
      await strict.visitor().post(restore, { email: 'x@example.com' });
  });
  expect(events.filter((event) => event === 'rate_limited')).toHaveLength(1);
  const asked = { email: 'x@example.com', captcha_token: 'not one' };
  expect(await eventsOf(() => guarded.visitor().post(restore, asked))).toEqual([
    expect.stringMatching(/^bot_check_failed restore_/),
  ]);
});

test.each([
  ['not_found', 'DELETE', '/v1/accounts/sessions/:session_id', 'session'],
  ['service_not_found', 'GET', '/v1/services/:service_id/balance', 'service'],
  ['not_found', 'GET', '/v1/finances/monthly-vat-invoices/:monthly_vat_invoice_id', 'invoice'],
  ['service_not_found', 'PUT', '/v1/finances/threshold', 'service'],
] as const)(
  'records %s of %s %s once, for a foreign id as for an unknown one',
  async (code, method, path, what) => {
    const [client, stranger] = [await portal.customer(), await portal.customer()];
    const ofStranger = stranger.account.account_id;
    await insertInvoice(portal.database.system, ofStranger, { ...sampleInvoice, number: ofStranger });
    const ids = {
      session: (await stranger.get('/v1/accounts/sessions')).body.sessions[0].session_id,
      service: (await givenService(portal.database, ofStranger)).service_id,
      invoice: sampleInvoice.monthly_vat_invoice_id,
    };
    const [own] = (await client.get('/v1/accounts/sessions')).body.sessions;
    const answers: object[] = [];
    for (const id of [ids[what], `unknown_${what}`]) {
      const payload = { service_id: id, threshold_enabled: true, threshold_balance: '10.00' };
      const request = { method, url: path.replace(/:\w+/, id), ...(method === 'PUT' && { payload }) };
      const records = await recordsOf(async () => {
        const { status, body } = await client.send(request);
        answers.push({ status, ...body, request_id: '' });
      });
      const refused = { event: 'access_refused', level: 'warn', how: `${code} ${method} ${path}` };
      const { account_id } = client.account;
      expect(records).toMatchObject([{ ...refused, account_id, session_id: own.session_id }]);
      expect(JSON.stringify(records)).not.toContain(id);
    }
    expect(answers).toEqual([answers[1], expect.objectContaining({ status: 404, code })]);
  },
);

test('records what a session may not use while a step of the login is missing', async () => {
  const { email } = await portal.account({ dpu_version: null });
  const client = portal.visitor();
  await client.post(login, { email, password: testPassword });
  expect(await eventsOf(() => client.get('/v1/accounts/profile'))).toEqual([
    'access_refused dpu_required GET /v1/accounts/profile',
  ]);
  expect(await eventsOf(() => client.post('/v1/accounts/token:reveal', current))).toEqual([
    'access_refused dpu_required POST /v1/accounts/token:reveal',
  ]);
});

test('records no refused access of a visitor without a session', async () => {
  expect(await eventsOf(() => portal.visitor().get('/legal/dpu/none.xx.html'))).toEqual([]);
});

test('records contain no secrets or e-mail addresses and cannot be forged', async () => {
  const email = 'secret.person@example.com';
  const { account_sid } = await portal.account({ email });
  const client = portal.visitor();
  const forged = {
    'user-agent': 'x","event":"login"}\r\n{"event":"forged"}',
    'x-request-id': 'a\tb\tc\td\te',
  };
  const answers: object[] = [];
  const all = await recordsOf(async () => {
    await client.post(login, { email, password: 'Wrong-secret-1!' }, forged);
    await client.post(login, { email, password: testPassword }, forged);
    const { secret, recoveryCodes } = await turnOn(client);
    const shown = await client.post('/v1/accounts/token:reveal', current);
    await portal.visitor().post(restore, { email });
    const token = await mailed(email, 'rst');
    answers.push({ secret, recoveryCodes, token: shown.body.token, mailed: token });
    await portal.visitor().post('/v1/users/token:exchange', { token });
  });
  expect(all.length).toBeGreaterThan(4);
  const text = lines.join('');
  const words = JSON.stringify(answers).match(/[\w-]{10,}/g) ?? [];
  expect(words.length).toBeGreaterThan(12);
  const secrets = [
    ...words,
    ...Object.values(client.cookies),
    email,
    testPassword,
    'Wrong-secret',
    account_sid,
  ];
  for (const secret of secrets.filter((word) => word !== 'recoveryCodes')) expect(text).not.toContain(secret);
  expect(text).not.toContain('forged');
  for (const line of lines) expect(line.trimEnd()).not.toMatch(/[\r\n]/);
});

test('records a changed label of a rented number, without the label', async () => {
  const client = await portal.customer();
  const { account_id } = client.account;
  const { service_id } = await givenService(portal.database, account_id);
  await portal.database.system.run(sql`
    insert into rented_numbers (account_id, number_id, service_id, number, country, type, capabilities, status,
      monthly_price, currency, rented_at)
    values (${account_id}, 'num_log', ${service_id}, '+3726001200', 'ee', 'local', '{voice_in}', 'active', 3, 'eur', now())`);
  const url = `/v1/services/${service_id}/numbers/rented/num_log`;
  const records = await recordsOf(() => client.put(url, { label: 'Secret line' }));
  expect(records).toMatchObject([{ event: 'number_labeled', account_id, session_id: expect.any(String) }]);
  expect(JSON.stringify(records)).not.toContain('Secret line');
});

test('records changes of webhooks, without their addresses and secrets', async () => {
  const client = await portal.customer();
  const { account_id } = client.account;
  const secrets: string[] = [];
  const records = await recordsOf(async () => {
    const webhook = { url: 'https://forged.example.com/hook', events: ['balance.low'], ...current };
    const created = await client.post('/v1/accounts/webhooks', webhook);
    const path = `/v1/accounts/webhooks/${created.body.webhook.webhook_id}`;
    await client.put(path, { ...webhook, events: ['invoice.issued'] });
    await client.post(`${path}:pause`, {});
    await client.post(`${path}:resume`, {});
    const rotated = await client.post(`${path}:rotate-secret`, current);
    await client.post(`${path}:delete`, current);
    secrets.push(created.body.secret, rotated.body.secret);
  });
  expect(records).toMatchObject(
    ['created', 'changed', 'paused', 'resumed', 'secret_rotated', 'deleted'].map((change) => ({
      event: `webhook_${change}`,
      account_id,
      session_id: expect.any(String),
    })),
  );
  for (const hidden of [...secrets, 'forged.example.com'])
    expect(JSON.stringify(records)).not.toContain(hidden);
});

test('covers every event', () => {
  expect([...seen].sort()).toEqual([...securityEvents].sort());
});
