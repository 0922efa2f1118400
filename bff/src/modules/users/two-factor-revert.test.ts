import { beforeEach, expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { type TestCustomer, testPassword, testPortal } from '../../testing/test-portal.ts';
import { turnOn } from '../two-factor/two-factor.fixtures.ts';

// Somebody has stolen the customer's session and password, but not the mailbox.
const portal = testPortal();
const fresh = { password: 'NewSecret1!', password_repeat: 'NewSecret1!' };
const subjects = {
  enabled: 'Two-step log-in is on',
  again: 'Your account is yours again: set a new password',
  changed: 'Your e-mail address has been changed',
  token: 'Your API token has been replaced',
};

let thief: TestCustomer;
let owner: string;
beforeEach(async () => {
  thief = await portal.customer();
  owner = thief.account.email;
});

async function linkIn(to: string, subject: string, link: RegExp): Promise<string | undefined> {
  const mail = (await portal.mails()).find((one) => one.to === to && one.subject === subject);
  return link.exec(mail?.text ?? '')?.[1];
}
const factorLink = (to = owner) => linkIn(to, subjects.enabled, /\/restore\?revert_factor=(rvf_[\w-]{43})/);
const revertLink = (to = owner) => linkIn(to, subjects.changed, /\/restore\?revert=(rev_[\w-]{43})/);
const use = (token: string | undefined) => portal.visitor().post('/v1/users/confirm', { token });
const askFor = (email: string) =>
  thief.put('/v1/accounts/profile', { email, current_password: testPassword });
const elsewhere = () => `thief-${thief.account.account_id.slice(-8).toLowerCase()}@example.com`;

async function moveTo(email: string) {
  await askFor(email);
  const token = await linkIn(email, 'Confirm your new e-mail address', /confirm=(eml_[\w-]+)/);
  expect((await use(token)).status).toBe(200);
}

/** Sets a new password by the mailed link, and returns the next step of a login with it. */
async function loginOfOwner() {
  const token = await linkIn(owner, subjects.again, /\/change\?token=(rst_[\w-]+)/);
  expect((await portal.visitor().post('/v1/users/password:change', { token, ...fresh })).status).toBe(200);
  const login = { email: owner, password: fresh.password };
  return (await portal.visitor().post('/v1/users/login', login)).body.next;
}

test('the mail that it is on has a link that disables it and ends password and sessions', async () => {
  await turnOn(thief);
  const token = await factorLink();
  const preview = await portal.visitor().post('/v1/users/confirm', { token, preview: true });
  expect(preview.body).toMatchObject({ confirms: 'two_factor_revert', password_required: false });
  expect((await thief.get('/v1/accounts/profile')).status).toBe(200);

  expect((await use(token)).body).toEqual({ success: true, confirmed: true, next: 'login' });
  expect((await thief.get('/v1/accounts/profile')).status).toBe(401);
  const stolen = { email: owner, password: testPassword };
  expect((await portal.visitor().post('/v1/users/login', stolen)).status).toBe(401);
  expect(await loginOfOwner()).toBe('welcome');
  expect(await use(token)).toMatchObject({ status: 410, body: { code: 'token_used' } });
});

test('the link cancels a change of address and the links of other mailboxes', async () => {
  await turnOn(thief);
  await askFor(elsewhere());
  const thiefs = await linkIn(elsewhere(), 'Confirm your new e-mail address', /confirm=(eml_[\w-]+)/);
  expect((await use(await factorLink())).status).toBe(200);
  expect((await use(thiefs)).status).toBe(410);
  expect(await loginOfOwner()).toBe('welcome');
});

test.each(['factor first', 'address first'] as const)(
  'a second factor that was enabled before the address changed is undone with it: %s',
  async (order) => {
    await turnOn(thief);
    await moveTo(elsewhere());
    const links = [await factorLink(), await revertLink()];
    if (order === 'address first') links.reverse();
    for (const link of links) expect((await use(link)).status).toBe(200);
    expect(await loginOfOwner()).toBe('welcome');
    // The thief does not learn the end of the new token.
    const mails = (await portal.mails()).filter(({ subject }) => subject === subjects.token);
    expect(mails.some(({ to }) => to === owner)).toBe(true);
    expect(mails.some(({ to }) => to === elsewhere())).toBe(false);
  },
);

test('the link says that the account has another address, to which nothing is mailed', async () => {
  await turnOn(thief);
  await moveTo(elsewhere());
  expect((await use(await factorLink())).body).toMatchObject({ confirmed: true, has_other_address: true });
  const mailed = (await portal.mails()).filter(({ subject }) => subject === subjects.again);
  expect(mailed.filter(({ to }) => [owner, elsewhere()].includes(to))).toEqual([]);
  const { body } = await use(await revertLink());
  expect(body).toEqual({ success: true, confirmed: true, next: 'login' });
  expect(await loginOfOwner()).toBe('welcome');
});

test.each(['once', 'twice'])(
  'a revert of the address undoes a second factor from between request and confirmation, asked %s',
  async (times) => {
    await askFor(elsewhere());
    // The job that mails the old address runs later than the second factor is enabled.
    await turnOn(thief);
    if (times === 'twice') await askFor(elsewhere());
    await moveTo(elsewhere());
    expect((await use(await revertLink())).status).toBe(200);
    expect(await loginOfOwner()).toBe('welcome');
  },
);

test('a revert of the address undoes a second factor although the first request has mailed nothing', async () => {
  await askFor(elsewhere());
  const deleted = await portal.context.database.asSystem((tx) =>
    tx.run(sql`delete from pgboss.job where name = 'email-change' and state = 'created'`),
  );
  expect(deleted).toBe(1);
  await turnOn(thief);
  await moveTo(elsewhere());
  expect((await use(await revertLink())).status).toBe(200);
  expect(await loginOfOwner()).toBe('welcome');
});

test('a mail about a second factor goes to the address that the account had then', async () => {
  await turnOn(thief);
  await portal.context.database.asSystem((tx) =>
    tx.run(sql`update accounts set email = ${elsewhere()} where account_id = ${thief.account.account_id}`),
  );
  expect(await factorLink()).toBeDefined();
});

test('the link of a thief’s mailbox ends with the revert of the address', async () => {
  await moveTo(elsewhere());
  await turnOn(thief);
  const thiefs = await factorLink(elsewhere());
  expect((await use(await revertLink())).status).toBe(200);
  expect(await loginOfOwner()).toBe('welcome');
  expect((await use(thiefs)).status).toBe(410);
});

test('a completed change of address ends the restore links of the old mailbox, opened or not', async () => {
  const mailed = async () => {
    await portal.visitor().post('/v1/users/password:restore', { email: owner });
    return linkIn(owner, 'Set a new password', /\/change\?token=(rst_[\w-]+)/);
  };
  const opened = portal.visitor();
  expect((await opened.post('/v1/users/token:exchange', { token: await mailed() })).status).toBe(200);
  const unopened = await mailed();
  await moveTo(elsewhere());
  expect((await opened.post('/v1/users/password:change', fresh)).status).toBe(401);
  const direct = { token: unopened, ...fresh };
  expect((await portal.visitor().post('/v1/users/password:change', direct)).status).toBe(410);
});
