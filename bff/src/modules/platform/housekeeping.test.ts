import { expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { countAttemptOf } from '../../http/rate-limit.ts';
import { saveProgress } from '../../import/import-progress.repository.ts';
import { testPassword, testPortal } from '../../testing/test-portal.ts';
import { givenService } from '../services/services.fixtures.ts';
import { turnOn } from '../two-factor/two-factor.fixtures.ts';
import { housekeepingJob } from './housekeeping.job.ts';

const portal = testPortal();

test('deletes expired sessions and unconfirmed authenticators', async () => {
  const [idle, expired, busy, begun, used] = [
    await portal.customer(),
    await portal.customer(),
    await portal.customer(),
    await portal.customer(),
    await portal.customer(),
  ];
  await begun.post('/v1/accounts/two-factor:begin', { current_password: testPassword });
  await turnOn(used);
  await portal.database.system.run(sql`
    update two_factor set pending_since = now() - interval '2 days' where pending_since is not null`);
  await portal.database.system.run(sql`
    update sessions set last_seen = now() - interval '25 hours' where account_id = ${idle.account.account_id}`);
  await portal.database.system.run(sql`
    update sessions set last_seen = now() - interval '24 hours' where account_id = ${expired.account.account_id}`);
  await housekeepingJob(portal.context).run({});

  const left = await portal.database.system.query<{ account_id: string }>(
    sql`select account_id from sessions`,
  );
  const open = left.map(({ account_id }) => account_id);
  expect(open).not.toContain(idle.account.account_id);
  for (const { account } of [expired, busy]) expect(open).toContain(account.account_id);
  const steps = await portal.database.system.query(sql`select account_id from two_factor`);
  expect(steps).toEqual([{ account_id: used.account.account_id }]);
});

test('deletes accounts whose address nobody has confirmed for a month', async () => {
  const [confirmed, old, renewed, recent] = [
    await portal.customer(),
    await portal.customer(),
    await portal.customer(),
    await portal.customer(),
  ].map(({ account }) => account.account_id);
  const { system } = portal.database;
  await system.run(sql`
    update accounts set created = now() - interval '31 days' where account_id = any(${[confirmed, old, renewed]})`);
  await system.run(sql`
    update accounts set email_confirmed_at = null where account_id = any(${[old, renewed, recent]})`);
  await system.run(sql`
    insert into registrations (account_id, browser_hash, form) values (${renewed}, sha256('browser'), '{}')`);
  await housekeepingJob(portal.context).run({});
  const left = await system.query<{ account_id: string }>(sql`
    select account_id from accounts where account_id = any(${[confirmed, old, renewed, recent]})`);
  expect(left.map(({ account_id }) => account_id).toSorted()).toEqual(
    [confirmed, renewed, recent].toSorted(),
  );
});

test('deletes counts of attempts once they have left their window', async () => {
  const keys = async () =>
    (
      await portal.database.system.query<{ key: string }>(
        sql`select key from rate_counters where key like 'test-%' order by key`,
      )
    ).map(({ key }) => key);
  await countAttemptOf(portal.context, { name: 'test-hour', windowSeconds: 3600 }, 'ann');
  await countAttemptOf(portal.context, { name: 'test-minute', windowSeconds: 60 }, 'ann');
  await portal.database.system.run(sql`
    update rate_counters set window_start = window_start - interval '2 minutes',
      expires_at = expires_at - interval '2 minutes'`);
  await housekeepingJob(portal.context).run({});
  expect(await keys()).toEqual(['test-hour:ann']);
});

test('deletes the progress of an import that has not been repeated for a month', async () => {
  const { account_id } = await portal.account();
  const { service_id } = await givenService(portal.database, account_id);
  const [old, recent] = ['a', 'b'].map((letter) => letter.repeat(64));
  const progress = { bytes: 1, hash: old!, rejected: { records: 0, reasons: 0 }, summary: {} };
  for (const name of [old!, recent!])
    await portal.database.asBackground((tx) => saveProgress(tx, { account_id, service_id }, name, progress));
  const { system } = portal.database;
  await system.run(
    sql`update import_progress set updated = now() - interval '30 days 1 hour' where name = ${old}`,
  );
  await housekeepingJob(portal.context).run({});
  expect(await system.query(sql`select name from import_progress`)).toEqual([{ name: recent }]);
});
