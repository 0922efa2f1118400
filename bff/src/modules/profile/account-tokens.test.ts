import { expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { hashToken } from '../../secrets/secrets.ts';
import { type TestCustomer, testPassword, testPortal } from '../../testing/test-portal.ts';

const portal = testPortal();
const current_password = testPassword;
const profile = '/v1/accounts/profile';
const call = (client: TestCustomer, action: string, body: object = {}) =>
  client.post(`/v1/accounts/token:${action}`, { current_password, ...body });

interface Stored {
  account_token_hash: Buffer;
  second_token_hash: Buffer | null;
}
const stored = ({ account }: TestCustomer) =>
  portal.database.system.one<Stored>(
    sql`select account_token_hash, second_token_hash from accounts where account_id = ${account.account_id}`,
  );

test('shows the stored token after the password', async () => {
  const client = await portal.customer();
  const { status, body } = await call(client, 'reveal');
  expect({ status, body }).toEqual({
    status: 200,
    body: { success: true, token: expect.stringMatching(/^[\w-]{43}$/), hide_after_seconds: 30 },
  });
  expect(hashToken(body.token)).toEqual((await stored(client)).account_token_hash);
  expect((await client.get(profile)).body.account_token).toBe(`••••${body.token.slice(-4)}`);
});

test('mails the owner that a token was shown, once a day', async () => {
  const client = await portal.customer({ language: 'de' });
  const { email, account_id: accountId } = client.account;
  const mails = async () => (await portal.mails()).filter(({ to }) => to === email);
  await call(client, 'reveal', { current_password: 'Wrong1!xx' });
  expect(await mails()).toEqual([]);
  const { token } = (await call(client, 'reveal')).body;
  await call(client, 'reveal');
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ to: email, subject: 'Ihr API-Token wurde angezeigt' });
  expect(mail?.text).toContain(`auf ${token.slice(-4)} endet`);
  expect(mail?.text).not.toContain(token);
  await portal.database.system.run(sql`
    update accounts set token_reveal_mailed = now() - interval '25 hours' where account_id = ${accountId}`);
  await call(client, 'reveal');
  expect(await mails()).toHaveLength(2);
});

test('mails the owner about each token that was shown; the day of the second moves with it', async () => {
  const client = await portal.customer();
  const shown = async () => {
    const mails = (await portal.mails()).filter(({ to }) => to === client.account.email);
    return mails.filter(({ subject }) => subject === 'Your API token has been shown').map(({ text }) => text);
  };
  await call(client, 'rotate');
  await call(client, 'reveal');
  const second = (await call(client, 'reveal', { which: 'secondary' })).body.token;
  await call(client, 'reveal', { which: 'secondary' });
  const texts = await shown();
  expect(texts).toHaveLength(2);
  expect(texts[0]).toContain(second.slice(-4));
  await call(client, 'promote');
  await call(client, 'reveal');
  expect(await shown()).toHaveLength(2);
  await call(client, 'rotate');
  await call(client, 'reveal', { which: 'secondary' });
  expect(await shown()).toHaveLength(3);
});

test.each(['reveal', 'rotate', 'promote', 'discard'])(
  '%s returns 422 on the field for a wrong password',
  async (action) => {
    const client = await portal.customer();
    await call(client, 'rotate');
    const before = await stored(client);
    const response = await call(client, action, { current_password: 'Wrong1!xx' });
    expect(response).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'current_password', code: 'current_password_wrong' }] },
    });
    expect(JSON.stringify(response.body)).not.toMatch(/"token"/);
    expect(await stored(client)).toEqual(before);
  },
);

test('rotates tokens: creates a second token, then replaces the first, which stops working', async () => {
  const client = await portal.customer();
  const first = (await call(client, 'reveal')).body.token;
  const second = (await call(client, 'rotate')).body.token;
  expect(second).not.toBe(first);
  expect((await client.get(profile)).body).toMatchObject({
    account_token: `••••${first.slice(-4)}`,
    account_token_secondary: `••••${second.slice(-4)}`,
  });
  expect((await call(client, 'reveal')).body.token).toBe(first);
  expect((await call(client, 'reveal', { which: 'secondary' })).body.token).toBe(second);

  const promoted = await call(client, 'promote');
  expect(promoted).toMatchObject({
    status: 200,
    body: { account_token: `••••${second.slice(-4)}`, account_token_secondary: null },
  });
  expect(await stored(client)).toEqual({ account_token_hash: hashToken(second), second_token_hash: null });
  expect((await call(client, 'reveal')).body.token).toBe(second);
  expect((await call(client, 'reveal', { which: 'secondary' })).status).toBe(404);
});

test('discards the second token only while there is one', async () => {
  const client = await portal.customer();
  expect(await call(client, 'discard')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect((await call(client, 'promote')).status).toBe(404);
  const first = (await call(client, 'reveal')).body.token;
  await call(client, 'rotate');
  expect((await call(client, 'discard')).body.account_token_secondary).toBeNull();
  expect((await call(client, 'reveal')).body.token).toBe(first);
});

test('a token without a sealed copy can only be replaced', async () => {
  const client = await portal.customer();
  await portal.database.system.run(
    sql`update accounts set account_token_sealed = null where account_id = ${client.account.account_id}`,
  );
  expect((await call(client, 'reveal')).status).toBe(404);
  await call(client, 'rotate');
  await call(client, 'promote');
  expect((await call(client, 'reveal')).status).toBe(200);
});

test('refuses a token sealed for another account', async () => {
  const client = await portal.customer();
  const other = await portal.customer();
  await portal.database.system.run(sql`
    update accounts set account_token_sealed = ${client.account.account_token_sealed}
    where account_id = ${other.account.account_id}`);
  expect((await call(other, 'reveal')).status).toBe(500);
});

test('mails the owner about new and promoted tokens, without the token', async () => {
  const client = await portal.customer();
  const { token } = (await call(client, 'rotate')).body;
  await call(client, 'promote');
  const mails = (await portal.mails()).filter(({ to }) => to === client.account.email);
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Your API token has been replaced',
    'A second API token has been made',
  ]);
  for (const { text } of mails) {
    expect(text).toContain(token.slice(-4));
    expect(text).not.toContain(token);
  }
});

test('returns 401 without a session', async () => {
  const visitor = portal.visitor();
  for (const action of ['reveal', 'rotate', 'promote', 'discard']) {
    expect((await visitor.post(`/v1/accounts/token:${action}`, { current_password })).status).toBe(401);
  }
});
