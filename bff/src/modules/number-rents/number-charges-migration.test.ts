import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { rawSql, sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { givenService } from '../services/services.fixtures.ts';

const portal = testPortal();
const migration = new URL('../../../migrations/0230-number-charges.sql', import.meta.url);

test('numbers that were charged by calendar months go on from the last closed month, each day once', async () => {
  const { account_id } = await portal.account({ timezone: 'Europe/Tallinn' });
  const { service_id } = await givenService(portal.database, account_id);
  await portal.superuser.system.run(sql`
    insert into month_closings (account_id, service_id, month, period_end)
    values (${account_id}, ${service_id}, '2026-09-01', '2026-09-30T21:00:00Z'),
      (${account_id}, ${service_id}, '2026-10-01', '2026-10-31T22:00:00Z')`);
  const numbers = [
    // id, status, rented at, renews at, expires at, renews
    ['old', 'active', '2026-04-02T08:00:00Z', '2026-12-02', null, true],
    ['new', 'active', '2026-11-03T23:00:00Z', '2026-12-04', null, true],
    ['leaving', 'pending_removal', '2026-04-02T08:00:00Z', null, '2026-11-20', false],
    ['last', 'active', '2026-04-02T08:00:00Z', '2026-12-02', null, false],
    ['ordered', 'pending', '2026-11-03T08:00:00Z', '2026-12-01', null, true],
    ['former', 'expired', '2026-04-02T08:00:00Z', null, '2026-06-30', false],
  ];
  const undo = new Error('undo');
  const attempt = portal.superuser.asBackground(async (tx) => {
    await tx.run(rawSql('drop table invoiced_charges, number_charges'));
    await tx.run(
      rawSql('alter table rented_numbers drop column renewal_day, drop column renewal_refused_at'),
    );
    for (const [id, status, rented_at, renews_at, expires_at, auto_renew] of numbers) {
      await tx.run(sql`
        insert into rented_numbers (account_id, service_id, number_id, number, country, type, capabilities, status, monthly_price,
          currency, rented_at, renews_at, expires_at, auto_renew)
        values (${account_id}, ${service_id}, ${id}, ${`+372${id}`}, 'ee', 'local', '{}', ${status}, 3, 'eur', ${rented_at},
          ${renews_at}, ${expires_at}, ${auto_renew})`);
    }
    await tx.run(rawSql(readFileSync(migration, 'utf8')));
    const rows = await tx.query<Record<string, unknown>>(sql`
      select number_id, renews_at::text, renewal_day, expires_at::text from rented_numbers`);
    expect(Object.fromEntries(rows.map(({ number_id, ...row }) => [number_id, Object.values(row)]))).toEqual({
      old: ['2026-11-01', 1, null],
      // Never charged: its order is.
      new: ['2026-11-04', null, null],
      leaving: ['2026-11-01', 1, '2026-11-20'],
      last: ['2026-11-01', 1, '2026-11-30'],
      ordered: [null, null, null],
      former: [null, null, '2026-06-30'],
    });
    throw undo;
  });
  await expect(attempt).rejects.toBe(undo);
});
