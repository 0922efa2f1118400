import { beforeEach, describe, expect, test } from '@jest/globals';
import { type Sql, sql } from '../database/sql.ts';
import { createLog } from '../log.ts';
import { createWebhook, webhooksUrl } from '../modules/webhooks/webhooks.fixtures.ts';
import { type TestCustomer, testPassword, testPortal } from '../testing/test-portal.ts';
import { queued } from '../testing/waiting-transactions.ts';

const lines: string[] = [];
const log = createLog('info', { to: { write: (line) => lines.push(line) } });
const portal = testPortal({ LOG_LEVEL: 'info' }, { log });
const ended = { status: 401, body: { code: 'session_expired' } };

let thief: TestCustomer;
let webhook: string;
beforeEach(async () => {
  thief = await portal.customer();
  webhook = (await createWebhook(thief, 'https://thief.example.com/')).path;
});

async function statusOf() {
  const { account_id } = thief.account;
  const webhooks = sql`select status from webhooks where account_id = ${account_id}`;
  return (await portal.database.system.one<{ status: string }>(webhooks)).status;
}

/** Sends a request that has to wait for `lock`, and does `work` meanwhile. */
async function during<Answer>(lock: Sql, send: () => Promise<Answer>, work: () => Promise<unknown>) {
  const { answer } = await portal.database.asBackground(async (tx) => {
    await tx.run(lock);
    const sent = send();
    await queued(portal.database, 1);
    await work();
    return { answer: sent };
  });
  return answer;
}

describe('a request that has waited while its session was ended', () => {
  const send = (action: string) => () => thief.post(`${webhook}:${action}`, {});
  const rows = sql`select 1 from webhooks for update`;
  const endSessions = () =>
    portal.database.system.run(sql`delete from sessions where account_id = ${thief.account.account_id}`);

  test('changes nothing', async () => {
    expect(await during(rows, send('pause'), endSessions)).toMatchObject(ended);
    expect(await statusOf()).toBe('active');
  });

  test('leaves no record of a change', async () => {
    await during(rows, send('pause'), endSessions);
    expect(lines.filter((line) => line.includes('webhook_paused'))).toEqual([]);
    expect(lines.filter((line) => line.includes('webhook_created'))).not.toEqual([]);
  });

  test('shows nothing', async () => {
    const table = sql`lock table webhooks in access exclusive mode`;
    expect(await during(table, () => thief.get(webhooksUrl), endSessions)).toMatchObject(ended);
  });

  test('goes on when its own browser has changed the password meanwhile', async () => {
    const fresh = { password: 'Another-2026!', password_repeat: 'Another-2026!' };
    const change = () =>
      thief.post('/v1/users/password:change', { current_password: testPassword, ...fresh });
    expect(await during(rows, send('pause'), change)).toMatchObject({ status: 200 });
    expect(await statusOf()).toBe('paused');
    await thief.post(`${webhook}:resume`, {});
    const table = sql`lock table webhooks in access exclusive mode`;
    const again = {
      current_password: 'Another-2026!',
      password: testPassword,
      password_repeat: testPassword,
    };
    const changeAgain = () => thief.post('/v1/users/password:change', again);
    expect(await during(table, () => thief.get(webhooksUrl), changeAgain)).toMatchObject({ status: 200 });
  });

  test('goes on after a change of its password that has not been committed yet', async () => {
    const { tokenHash } = await portal.database.system.one<{ tokenHash: Buffer }>(sql`
      select token_hash as "tokenHash" from sessions where account_id = ${thief.account.account_id}`);
    const { answer } = await portal.database.asBackground(async (tx) => {
      await tx.run(sql`
        insert into sessions (account_id, token_hash, replaced_hash, kind, remember, idle_seconds, expires_at, ip, user_agent)
        select account_id, sha256('new'), token_hash, kind, remember, idle_seconds, expires_at, ip, user_agent
        from sessions where token_hash = ${tokenHash}`);
      await tx.run(sql`delete from sessions where token_hash = ${tokenHash}`);
      const sent = send('pause')();
      await queued(portal.database, 1);
      return { answer: sent };
    });
    expect(await answer).toMatchObject({ status: 200 });
    expect(await statusOf()).toBe('paused');
  });

  test('neither changes nor blocks an account that is being given back', async () => {
    await thief.put('/v1/accounts/profile', { email: 'thief@example.com', current_password: testPassword });
    const texts = (await portal.mails()).map(({ text }) => text).join('\n');
    const [, token] = /revert=([\w-]+)/.exec(texts) ?? [];
    let given: ReturnType<TestCustomer['post']> | undefined;
    const giveBack = async () => {
      given = portal.visitor().post('/v1/users/confirm', { token });
      await queued(portal.database, 2);
    };
    expect(await during(rows, send('resume'), giveBack)).toMatchObject(ended);
    expect(await given).toMatchObject({ status: 200 });
    expect(await statusOf()).toBe('paused');
  });
});
