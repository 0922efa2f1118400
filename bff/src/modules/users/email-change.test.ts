import { beforeEach, expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { type TestCustomer, testPassword, testPortal } from '../../testing/test-portal.ts';
import { maskWholeEmail } from './mask-email.ts';

const portal = testPortal();
const confirm = '/v1/users/confirm';
const profile = '/v1/accounts/profile';
const fresh = { password: 'NewSecret1!', password_repeat: 'NewSecret1!' };
const registration = {
  password: 'Stolen1!xx',
  password_repeat: 'Stolen1!xx',
  name: 'A Stranger',
  company: 'Strange Trading',
  phone: '37126123456',
  language: 'en',
  timezone: 'Europe/Riga',
  terms: true,
};

let client: TestCustomer;
let old: string;
let wanted: string;
beforeEach(async () => {
  client = await portal.customer();
  old = client.account.email;
  wanted = `wanted-${client.account.account_id.slice(-8).toLowerCase()}@example.com`;
});

const askFor = (email: string, current_password = testPassword) =>
  client.put(profile, { email, current_password });

async function mailed(to: string, subject: string, link: RegExp): Promise<string | undefined> {
  const mail = (await portal.mails()).find((one) => one.to === to && one.subject === subject);
  return link.exec(mail?.text ?? '')?.[1];
}
const noticeToken = (to = old) =>
  mailed(to, 'Your e-mail address is about to change', /\/restore\?revert=(rev_[\w-]{43})/);
const finishedToken = (to = old) =>
  mailed(to, 'Your e-mail address has been changed', /\/restore\?revert=(rev_[\w-]{43})/);
const changeToken = (to = wanted) => mailed(to, 'Confirm your new e-mail address', /confirm=(eml_[\w-]+)/);
const restoreToken = (to = old) =>
  mailed(to, 'Your account is yours again: set a new password', /\/change\?token=(rst_[\w-]+)/);
const use = (token: string | undefined) => portal.visitor().post(confirm, { token });
const canLogIn = async (email: string, password: string) =>
  (await portal.visitor().post('/v1/users/login', { email, password })).status === 200;
const confirmChange = async () => expect((await use(await changeToken())).status).toBe(200);

test('the old mailbox cancels a pending change and invalidates the password', async () => {
  await askFor(wanted);
  expect((await use(await noticeToken())).status).toBe(200);
  expect(await use(await changeToken())).toMatchObject({ status: 410, body: { code: 'token_expired' } });
  expect((await client.get(profile)).status).toBe(401);
  expect(await canLogIn(old, testPassword)).toBe(false);

  const token = await restoreToken();
  expect((await portal.visitor().post('/v1/users/password:change', { token, ...fresh })).status).toBe(200);
  expect(await canLogIn(old, fresh.password)).toBe(true);
});

test.each([
  ['the notice', noticeToken],
  ['the mail that the change is done', finishedToken],
])('the link of %s reverts a completed change', async (_which, findToken) => {
  await askFor(wanted);
  await confirmChange();
  expect(await canLogIn(wanted, testPassword)).toBe(true);
  expect((await use(await findToken())).body).toEqual({ success: true, confirmed: true, next: 'login' });
  expect(await canLogIn(wanted, testPassword)).toBe(false);
  expect((await client.get(profile)).status).toBe(401);
  const token = await restoreToken();
  expect((await portal.visitor().post('/v1/users/password:change', { token, ...fresh })).status).toBe(200);
  expect(await canLogIn(old, fresh.password)).toBe(true);
});

test('tokens and webhooks of a thief who knew the password give no access to an account that was given back', async () => {
  const step = { current_password: testPassword };
  const earlier = { ...step, url: 'https://hooks.example.com/earlier', events: ['balance.low'] };
  expect((await client.post('/v1/accounts/webhooks', earlier)).status).toBe(201);
  await askFor(wanted);
  await confirmChange();
  const { token: revealed } = (await client.post('/v1/accounts/token:reveal', { ...step, which: 'primary' }))
    .body;
  const { token: second } = (await client.post('/v1/accounts/token:rotate', step)).body;
  const webhook = { ...step, url: 'https://hooks.example.com/thief', events: ['balance.low'] };
  expect((await client.post('/v1/accounts/webhooks', webhook)).status).toBe(201);
  const read = async (token: unknown) => {
    const pair = Buffer.from(`${client.account.account_sid}:${String(token)}`).toString('base64');
    const headers = { authorization: `Basic ${pair}` };
    return (await portal.app.inject({ method: 'GET', url: '/v1/services/all', headers })).statusCode;
  };
  expect([await read(revealed), await read(second)]).toEqual([200, 200]);
  expect((await use(await finishedToken())).status).toBe(200);
  expect([await read(revealed), await read(second)]).toEqual([401, 401]);
  const statuses = await portal.database.system.query<{ status: string }>(
    sql`select status from webhooks where account_id = ${client.account.account_id}`,
  );
  expect(statuses.map(({ status }) => status)).toEqual(['paused', 'paused']);
  const mails = (await portal.mails()).filter((mail) => mail.to === old);
  expect(mails.map(({ subject }) => subject)).toContain('Your API token has been replaced');
  const restoration = mails.find(({ subject }) => subject.startsWith('Your account is yours again'));
  expect(restoration?.text).toContain('All webhooks of the account have been paused');
});

test('the new mailbox reads which account asks for it, without text that a stranger can choose', async () => {
  const customer = await portal.customer({ email: 'ann@call-0900-now.example.com', name: 'Call 0900 now' });
  await customer.put(profile, { email: wanted, current_password: testPassword });
  const [mail] = (await portal.mails()).filter(({ to }) => to === wanted);
  expect(mail?.text).toContain('whose current address is a••@c••••••••••••••••••••.com.');
  expect(mail?.text).not.toMatch(/0900/);
  const token = /eml_[\w-]+/.exec(mail?.text ?? '')?.[0];
  const { body } = await portal.visitor().post(confirm, { token, preview: true });
  expect(body).toMatchObject({
    confirms: 'email_change',
    account_email_masked: 'a••@c••••••••••••••••••••.com',
  });
});

test('the link works once and expires the mailbox’s other link', async () => {
  await askFor(wanted);
  const first = await noticeToken();
  await confirmChange();
  const second = await finishedToken();
  expect((await use(second)).status).toBe(200);
  expect(await use(second)).toMatchObject({ status: 410, body: { code: 'token_used' } });
  expect(await use(first)).toMatchObject({ status: 410, body: { code: 'token_expired' } });
});

test('a page whose response was lost takes the account back again, with one effect and one mail', async () => {
  await askFor(wanted);
  await confirmChange();
  const token = await finishedToken();
  const send = (key: string) => portal.visitor().post(confirm, { token }, { 'idempotency-key': key });
  const first = await send('key-of-page-1');
  expect(await send('key-of-page-1')).toMatchObject({ status: 200, body: first.body });
  expect(await send('key-of-page-2')).toMatchObject({ status: 410, body: { code: 'token_used' } });
  const subject = 'Your account is yours again: set a new password';
  expect((await portal.mails()).filter((mail) => mail.to === old && mail.subject === subject)).toHaveLength(
    1,
  );
});

test('the link works for seven days', async () => {
  await askFor(wanted);
  const token = await noticeToken();
  const age = (days: string) =>
    portal.database.system.run(
      sql`update one_time_tokens set expires_at = expires_at - ${days}::interval where purpose = 'email_revert'`,
    );
  await age('6 days 23 hours');
  await age('1 hour');
  expect(await use(token)).toMatchObject({ status: 410, body: { code: 'token_expired' } });
});

test('two changes in a row do not lock out the first owner, and the second mailbox cannot revert that', async () => {
  await askFor(wanted);
  await confirmChange();
  const firstOwner = await finishedToken();
  const third = `third-${wanted}`;
  await askFor(third);
  await use(await changeToken(third));
  const secondOwner = await finishedToken(wanted);
  expect((await use(firstOwner)).status).toBe(200);
  expect((await use(secondOwner)).status).toBe(410);
  expect(await canLogIn(third, testPassword)).toBe(false);
  const token = await restoreToken();
  expect((await portal.visitor().post('/v1/users/password:change', { token, ...fresh })).status).toBe(200);
  expect(await canLogIn(old, fresh.password)).toBe(true);
});

test('expires a password link that the other mailbox received in the meantime', async () => {
  await askFor(wanted);
  await confirmChange();
  await portal.visitor().post('/v1/users/password:restore', { email: wanted });
  const theirs = await mailed(wanted, 'Set a new password', /\/change\?token=(rst_[\w-]+)/);
  await use(await finishedToken());
  const response = await portal.visitor().post('/v1/users/password:change', { token: theirs, ...fresh });
  expect(response.status).toBe(410);
});

test('an address that somebody has registered and nobody confirmed can become the address of an account', async () => {
  const squatter = await portal.account({ email: wanted, email_confirmed_at: undefined });
  await askFor(wanted);
  await confirmChange();
  const owner = await portal.database.system.one<{ account_id: string }>(
    sql`select account_id from accounts where email = ${wanted}`,
  );
  expect(owner.account_id).not.toBe(squatter.account_id);
});

test('removes an unconfirmed account with the old address but not a confirmed one', async () => {
  await askFor(wanted);
  await confirmChange();
  const squatter = await portal.account({ email: old, email_confirmed_at: undefined });
  const token = await finishedToken();
  const confirmed = sql`update accounts set email_confirmed_at = now() where account_id = ${squatter.account_id}`;
  await portal.database.system.run(confirmed);
  expect((await use(token)).status).toBe(410);
  await portal.database.system.run(
    sql`update accounts set email_confirmed_at = null where account_id = ${squatter.account_id}`,
  );
  // The refusal did not use up the link.
  expect((await use(token)).status).toBe(200);
  expect(await restoreToken()).toBeDefined();
});

test.each(['registration', 'change of address'])(
  'a %s cannot take an address from its revert link, and is answered as for a taken one',
  async (how) => {
    await askFor(wanted);
    await confirmChange();
    const owners = await finishedToken();
    const thief = await portal.customer();
    const ask = (email: string) =>
      how === 'registration'
        ? portal.visitor().post('/v1/users/register', { ...registration, email })
        : thief.put(profile, { email, current_password: testPassword });
    const taken = await ask((await portal.account()).email);
    const reserved = await ask(old);
    expect(reserved.status).toBe(taken.status);
    expect(Object.keys(reserved.body)).toEqual(Object.keys(taken.body));
    const mails = (await portal.mails()).filter(({ to }) => to === old);
    expect(mails[0]?.subject).toBe('This address cannot be used yet');
    // A mailbox may have several addresses, and their owner several accounts.
    expect(mails[0]?.text).toContain(`asked to use ${old} for`);
    expect(mails[0]?.text).toContain(`the account whose address is now ${maskWholeEmail(wanted)}`);
    expect(mails.filter(({ text }) => text.includes('confirm='))).toEqual([]);
    expect((await use(owners)).status).toBe(200);
    expect(await restoreToken()).toBeDefined();
  },
);

test('a confirmation of a new address loses against a revert link to it', async () => {
  const thief = await portal.customer();
  await thief.put(profile, { email: wanted, current_password: testPassword });
  const thiefs = await changeToken();
  // Meanwhile an account that had the address has left it.
  await portal.database.system.run(sql`
    insert into one_time_tokens (account_id, token_hash, purpose, email, expires_at)
    values (${client.account.account_id}, sha256('other'), 'email_revert', ${wanted}, now() + interval '1 day')`);
  expect(await use(thiefs)).toMatchObject({ status: 410, body: { code: 'token_expired' } });
});

test('the account itself may return to the address that it has left', async () => {
  await askFor(wanted);
  await confirmChange();
  await askFor(old);
  expect((await use(await changeToken(old))).status).toBe(200);
  expect(await canLogIn(old, testPassword)).toBe(true);
});

test('an address can be registered once the revert link has expired', async () => {
  await askFor(wanted);
  await confirmChange();
  await portal.database.system.run(
    sql`update one_time_tokens set expires_at = now() where purpose = 'email_revert'`,
  );
  await portal.visitor().post('/v1/users/register', { ...registration, email: old });
  expect((await portal.mails()).find(({ to }) => to === old)?.text).toMatch(/confirm=cnf_/);
});

test('disables two-step verification that was enabled since, keeps an earlier one', async () => {
  const { account_id } = client.account;
  const isOn = async () =>
    (await portal.database.system.first(sql`select 1 from two_factor where account_id = ${account_id}`)) !==
    undefined;
  await portal.database.system.run(sql`
    insert into two_factor (account_id, secret, enabled_at) values (${account_id}, 'sealed', now() - interval '1 day')`);
  await askFor(wanted);
  const before = await noticeToken();
  await use(before);
  expect(await isOn()).toBe(true);

  await portal.database.system.run(sql`update two_factor set enabled_at = now() + interval '1 minute'`);
  const token = 'rev_'.padEnd(47, 'x');
  await portal.database.system.run(sql`
    insert into one_time_tokens (account_id, token_hash, purpose, email, expires_at)
    values (${account_id}, sha256(${token}::bytea), 'email_revert', ${old}, now() + interval '1 day')`);
  expect((await use(token)).status).toBe(200);
  expect(await isOn()).toBe(false);
});
