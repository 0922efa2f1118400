import { beforeEach, expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import type { AnyStaffCommand } from '../../staff/staff-command.ts';
import { type TestCustomer, testPassword, testPortal } from '../../testing/test-portal.ts';
import {
  createWebhook,
  passTime,
  recordBalanceLow,
  stepUp,
  testReceiver,
  webhooksUrl,
} from '../webhooks/webhooks.fixtures.ts';
import { close, resume } from './change-status.ts';
import { staffActions } from './staff-actions.fixtures.ts';

const portal = testPortal();
const receiver = testReceiver();
const confirm = '/v1/users/confirm';
const profile = '/v1/accounts/profile';
const change = '/v1/users/password:change';
const fresh = { password: 'NewSecret1!', password_repeat: 'NewSecret1!' };

/** Is logged in with the owner's password. */
let thief: TestCustomer;
let account: string;
let owner: string;
let wanted: string;
beforeEach(async () => {
  thief = await portal.customer();
  ({ account_id: account, email: owner } = thief.account);
  wanted = `thief-${account.slice(-8).toLowerCase()}@example.com`;
});

const act = staffActions(portal);
const perform = (command: AnyStaffCommand) =>
  act(command === close ? 'close' : 'resume', command, { account });

const login = (email: string, password: string) =>
  portal.visitor().post('/v1/users/login', { email, password });
const mailsTo = async (to: string) => (await portal.mails()).filter((mail) => mail.to === to);
async function mailed(to: string, link: RegExp): Promise<string | undefined> {
  for (const { text } of await mailsTo(to)) {
    const token = link.exec(text)?.[0];
    if (token !== undefined) return token;
  }
  return undefined;
}
const restoreToken = async (email: string) => {
  await portal.visitor().post('/v1/users/password:restore', { email });
  return mailed(email, /rst_[\w-]+/);
};
const askFor = (email: string) => thief.put(profile, { email, current_password: testPassword });
const use = (token: string | undefined) => portal.visitor().post(confirm, { token });
const setPassword = (token: string | undefined) => portal.visitor().post(change, { token, ...fresh });

async function readByToken(token: string) {
  const pair = Buffer.from(`${thief.account.account_sid}:${token}`).toString('base64');
  const headers = { authorization: `Basic ${pair}` };
  return (await portal.app.inject({ method: 'GET', url: '/v1/services/all', headers })).statusCode;
}

test('a thief’s session, password, API tokens and links do not work after the account is resumed', async () => {
  const { token } = (await thief.post('/v1/accounts/token:reveal', { ...stepUp, which: 'primary' })).body;
  const { token: second } = (await thief.post('/v1/accounts/token:rotate', stepUp)).body;
  const restore = await restoreToken(owner);
  expect([await readByToken(token), await readByToken(second)]).toEqual([200, 200]);
  expect(await perform(close)).toMatchObject({
    before: 'not_verified',
    after: 'closed',
    sessions_ended: '1',
    mailed_links_expired: '1',
    api_tokens: expect.stringMatching(/^replaced; the new one ends in .{4}$/),
  });
  expect((await thief.get(profile)).status).toBe(401);
  await perform(resume);
  expect((await thief.get(profile)).status).toBe(401);
  expect([await readByToken(token), await readByToken(second)]).toEqual([401, 401]);
  expect((await login(owner, testPassword)).status).toBe(401);
  expect((await setPassword(restore)).body).toMatchObject({ code: 'token_expired' });

  expect((await setPassword(await restoreToken(owner))).status).toBe(200);
  expect((await login(owner, fresh.password)).status).toBe(200);
});

test('a closed account gets no mail with a link for a new password', async () => {
  await perform(close);
  expect(await restoreToken(owner)).toBeUndefined();
  await perform(resume);
  expect(await restoreToken(owner)).toEqual(expect.stringMatching(/^rst_/));
});

test('a pending change of address ends, and its link moves the account neither before nor after it is resumed', async () => {
  await askFor(wanted);
  const token = await mailed(wanted, /eml_[\w-]+/);
  await perform(close);
  expect(await use(token)).toMatchObject({ status: 410, body: { code: 'token_expired' } });
  await perform(resume);
  expect((await use(token)).status).toBe(410);
  const { email, pending_email } = await portal.database.system.one<Record<string, string>>(
    sql`select email, pending_email from accounts where account_id = ${account}`,
  );
  expect([email, pending_email]).toEqual([owner, null]);
});

test('a link that a request of before the closing has mailed moves no closed account', async () => {
  await askFor(wanted);
  const token = await mailed(wanted, /eml_[\w-]+/);
  await portal.database.system.run(sql`update accounts set status = 'closed' where account_id = ${account}`);
  expect(await use(token)).toMatchObject({ status: 410, body: { code: 'token_expired' } });
});

test('the owner takes the address back while the account is closed, and sets a password when it is resumed', async () => {
  await askFor(wanted);
  await use(await mailed(wanted, /eml_[\w-]+/));
  await perform(close);
  const revert = await mailed(owner, /rev_[\w-]+/);
  expect(await use(revert)).toMatchObject({ status: 200, body: { confirmed: true, is_closed: true } });
  expect(await mailed(owner, /rst_[\w-]+/)).toBeUndefined();
  await perform(resume);
  expect((await setPassword(await restoreToken(owner))).status).toBe(200);
  expect((await login(owner, fresh.password)).status).toBe(200);
});

test('a revert link does not work after the account is resumed', async () => {
  await askFor(wanted);
  const revert = await mailed(owner, /rev_[\w-]+/);
  await perform(close);
  expect(await perform(resume)).toMatchObject({ mailed_links_expired: '1' });
  expect((await use(revert)).body).toMatchObject({ code: 'token_expired' });
});

test('no event of a closed account is sent, and its webhooks are paused when it is resumed', async () => {
  const path = `/hook-${account.slice(-6)}`;
  await createWebhook(thief, receiver.url(path), ['balance.low']);
  receiver.answer(path, (response) => response.writeHead(500).end());
  await recordBalanceLow(portal, account, 'before');
  await portal.queue.runWaiting();
  const sent = receiver.received(path).length;
  expect(await perform(close)).toMatchObject({ webhooks_paused: '1' });
  // A request of the thief that waited while the account was closed.
  await portal.database.system.run(sql`update webhooks set status = 'active' where account_id = ${account}`);
  await recordBalanceLow(portal, account, 'closed');
  await passTime(portal, thief);
  await portal.queue.runWaiting();
  expect(receiver.received(path)).toHaveLength(sent);

  await perform(resume);
  await passTime(portal, thief);
  await recordBalanceLow(portal, account, 'resumed');
  await portal.queue.runWaiting();
  expect(receiver.received(path)).toHaveLength(sent);
  await setPassword(await restoreToken(owner));
  const customer = portal.visitor();
  await customer.post('/v1/users/login', { email: owner, password: fresh.password });
  const { webhooks } = (await customer.get(webhooksUrl)).body;
  expect(webhooks.map(({ status }: { status: string }) => status)).toEqual(['paused']);
  const events = await portal.database.system.query<{ event_key: string }>(
    sql`select event_key from webhook_events where account_id = ${account}`,
  );
  expect(events).toEqual([{ event_key: 'before' }]);
});
