import { expect, test } from '@jest/globals';
import type { TestClient, TestResponse } from '../../testing/test-client.ts';
import { type TestCustomer, testPassword, testPortal } from '../../testing/test-portal.ts';
import { whileLocked } from '../../testing/waiting-transactions.ts';

// Somebody has stolen the customer's session and password; the owner restores the account by mail.
const portal = testPortal();
const change = '/v1/users/password:change';
const byOwner = { password: 'NewSecret1!', password_repeat: 'NewSecret1!' };
const byThief = { password: 'Stolen1!xx', password_repeat: 'Stolen1!xx' };

test('a stolen session that changes the password during a restore gets neither the account nor a session', async () => {
  const thief = await portal.customer();
  const token = await mailedToken(thief);
  const [owners, thiefs] = await race(thief, [
    () => portal.visitor().post(change, { token, ...byOwner }),
    () => thief.post(change, { current_password: testPassword, ...byThief }),
  ]);
  expect(owners).toMatchObject({ status: 200, body: { sessions_revoked: 1 } });
  expect(thiefs).toMatchObject({ status: 401, body: { code: 'session_expired' } });
  await expectOwnersAlone(thief);
});

test('a stolen session that changes the password first does not expire the mailed link', async () => {
  const thief = await portal.customer();
  const token = await mailedToken(thief);
  const [thiefs, owners] = await race(thief, [
    () => thief.post(change, { current_password: testPassword, ...byThief }),
    () => portal.visitor().post(change, { token, ...byOwner }),
  ]);
  expect([thiefs?.status, owners?.status]).toEqual([200, 200]);
  await expectOwnersAlone(thief);
});

test('a stolen session cannot end the session of an opened link', async () => {
  const thief = await portal.customer();
  const owner = portal.visitor();
  await owner.post('/v1/users/token:exchange', { token: await mailedToken(thief) });
  await thief.send({ method: 'DELETE', url: '/v1/accounts/sessions' });
  expect((await thief.post(change, { current_password: testPassword, ...byThief })).status).toBe(200);
  expect((await owner.post(change, byOwner)).status).toBe(200);
  await expectOwnersAlone(thief);
});

test('a login with the old password during a restore opens no session', async () => {
  const thief = await portal.customer();
  const { email } = thief.account;
  const token = await mailedToken(thief);
  const intruder = portal.visitor();
  const [, login] = await race(thief, [
    () => portal.visitor().post(change, { token, ...byOwner }),
    () => intruder.post('/v1/users/login', { email, password: testPassword }),
  ]);
  expect(login).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
  expect(intruder.cookies).toEqual({});
  await expectOwnersAlone(thief);
});

test('a stolen session cannot accept the agreement into a full session during a restore', async () => {
  const account = await portal.account({ dpu_version: null });
  const thief = portal.visitor();
  await thief.post('/v1/users/login', { email: account.email, password: testPassword });
  const token = await mailedToken({ account });
  const [, accepted] = await race({ account }, [
    () => portal.visitor().post(change, { token, ...byOwner }),
    () => thief.post('/v1/users/login:dpu', { accepted: true, version: '2026-05' }),
  ]);
  expect(accepted).toMatchObject({ status: 401, body: { code: 'session_expired' } });
});

test('a stolen session cannot change the address during a restore', async () => {
  const thief = await portal.customer();
  const token = await mailedToken(thief);
  const [, changed] = await race(thief, [
    () => portal.visitor().post(change, { token, ...byOwner }),
    () => thief.put('/v1/accounts/profile', { email: 'thief@example.com', current_password: testPassword }),
  ]);
  expect(changed).toMatchObject({ status: 401, body: { code: 'session_expired' } });
  expect((await portal.mails()).some(({ to }) => to === 'thief@example.com')).toBe(false);
});

type Customer = Pick<TestCustomer, 'account'>;

async function mailedToken({ account: { email } }: Customer): Promise<string | undefined> {
  await portal.visitor().post('/v1/users/password:restore', { email });
  const mail = (await portal.mails()).find(({ to, text }) => to === email && text.includes('rst_'));
  return /rst_[\w-]+/.exec(mail?.text ?? '')?.[0];
}

/** Sends the requests while the account is locked, so that they change it in this order. Returns their responses. */
async function race({ account }: Customer, requests: (() => Promise<TestResponse>)[]) {
  const responses: Promise<TestResponse>[] = [];
  await whileLocked(portal.database, account.account_id, async (queued) => {
    for (const request of requests) {
      responses.push(request());
      await queued(responses.length);
    }
  });
  return Promise.all(responses);
}

async function expectOwnersAlone(thief: TestClient & Customer) {
  const { email } = thief.account;
  const logIn = (password: string) => portal.visitor().post('/v1/users/login', { email, password });
  expect((await thief.post('/v1/accounts/access:verify')).status).toBe(401);
  expect((await logIn(byThief.password)).status).toBe(401);
  expect((await logIn(testPassword)).status).toBe(401);
  expect((await logIn(byOwner.password)).status).toBe(200);
}
