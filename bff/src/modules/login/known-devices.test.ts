import { expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { hashToken } from '../../secrets/secrets.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { testPassword, testPortal } from '../../testing/test-portal.ts';
import { housekeepingJob } from '../platform/housekeeping.job.ts';

const portal = testPortal();
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:148.0) Gecko/20100101 Firefox/148.0';
const logIn = (email: string, headers: Record<string, string> = {}, client = portal.visitor()) =>
  client.post('/v1/users/login', { email, password: testPassword }, headers);
const noticesTo = async (address: string) =>
  (await portal.mails()).filter(({ to, text }) => to === address && text.includes('profile/security'));

test('mails the owner about another browser, not about the first or a known one', async () => {
  const client = await portal.customer({ timezone: 'America/New_York' });
  const { email } = client.account;
  await logIn(email, {}, client);
  expect(await noticesTo(email)).toEqual([]);

  await logIn(email, { 'user-agent': firefox });
  const [notice, ...more] = await noticesTo(email);
  expect(more).toEqual([]);
  expect(notice).toMatchObject({ subject: 'A new device has logged in' });
  expect(notice?.text).toMatch(/Time: \d{1,2} \w+ 20\d\d at \d\d:\d\d \(America\/New_York\)/);
  expect(notice?.text).toContain('Browser: Firefox 148, Windows');
  expect(notice?.text).toContain('Address: 127.0.0.1');
  expect(notice?.text).toContain(`${portal.config.PUBLIC_URL}/profile?sidebar=profile/security`);
});

test('mails the owner about a new browser after all others were forgotten', async () => {
  const { email, account_id: accountId } = await portal.account();
  const { context } = portal;
  await logIn(email);
  expect(await noticesTo(email)).toEqual([]);
  await context.database.system.run(sql`
    update known_devices set last_used = now() - interval '181 days' where account_id = ${accountId}`);
  await housekeepingJob(context).run({});
  await logIn(email, { 'user-agent': firefox });
  expect(await noticesTo(email)).toHaveLength(1);
});

test('mails in the customer’s language, also about an unknown browser', async () => {
  const { email } = (await portal.customer({ language: 'de' })).account;
  await logIn(email, { 'user-agent': '' });
  const [notice] = await noticesTo(email);
  expect(notice).toMatchObject({ subject: 'Anmeldung mit einem neuen Gerät' });
  expect(notice?.text).toContain('Browser: –, –');
});

test('does not remember the browser of an unconfirmed account', async () => {
  const { email } = await portal.account({ email_confirmed_at: null });
  const client = portal.visitor();
  expect((await logIn(email, {}, client)).status).toBe(401);
  expect(client.cookies).not.toHaveProperty('device');
});

test('mails ten devices an hour at most, and remembers fifty', async () => {
  const { email, account_id: accountId } = await portal.account();
  const { system } = portal.context.database;
  await system.run(sql`
    insert into known_devices (account_id, token_hash, last_used, created)
    select ${accountId}, sha256(n::text::bytea), now() - n * interval '1 day', now() - n * interval '1 day'
    from generate_series(1, 60) n`);
  for (let device = 0; device < 13; device += 1) expect((await logIn(email)).status).toBe(200);
  expect(await noticesTo(email)).toHaveLength(10);
  const kept = await system.one<{ count: number; oldest: number; latest: number }>(sql`
    select count(*)::int, extract(day from max(now() - last_used))::int as oldest,
      (count(*) filter (where last_used > now() - interval '12 days 12 hours'))::int as latest
    from known_devices where account_id = ${accountId}`);
  // One half are the thirteen logins and twelve from before, the other half the oldest ones.
  expect(kept).toEqual({ count: 50, oldest: 60, latest: 25 });
});

test('a thief of the password does not make the browsers unknown that the owner uses', async () => {
  const client = await portal.customer();
  const { email, account_id: accountId } = client.account;
  const { system } = portal.context.database;
  // Logged in once, a month ago, after private windows of which none was used again.
  await system.run(sql`
    update known_devices set created = now() - interval '30 days', last_used = now() - interval '30 days'
    where account_id = ${accountId}`);
  await system.run(sql`
    insert into known_devices (account_id, token_hash, created, last_used)
    select ${accountId}, sha256(n::text::bytea), now() - interval '60 days', now() - interval '60 days'
    from generate_series(1, 20) n`);
  // Logged in on several days.
  const used = portal.visitor();
  await logIn(email, {}, used);
  await system.run(sql`
    update known_devices set created = now() - interval '9 days', last_used = now() - interval '2 days'
    where account_id = ${accountId} and last_used > now() - interval '1 day'`);
  // The thief has logged in with each of these twice.
  await system.run(sql`
    insert into known_devices (account_id, token_hash, created, last_used)
    select ${accountId}, sha256(('thief ' || n)::bytea), now() - interval '2 hours', now() - interval '1 hour'
    from generate_series(1, 60) n`);
  await logIn(email);
  const known = async (browser: TestClient) =>
    (
      await system.query(sql`
        select from known_devices
        where account_id = ${accountId} and token_hash = ${hashToken(browser.cookies['device'] ?? '')}`)
    ).length;
  expect([await known(client), await known(used)]).toEqual([1, 1]);
});
