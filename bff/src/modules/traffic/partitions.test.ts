import { expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { givenService } from '../services/services.fixtures.ts';
import { givenCalls } from './cdr.fixtures.ts';

const portal = testPortal();

test('stores calls of a month without a partition and moves them when it is created', async () => {
  const customer = await portal.customer();
  const { account_id } = customer.account;
  const { service_id } = await givenService(portal.database, account_id);
  await givenCalls(portal.database, { account_id, service_id }, [
    { started: '2026-06-30T23:59:59Z' },
    { started: '2026-07-01T00:00:00Z' },
    { started: '2026-07-31T23:59:59Z' },
  ]);
  const { system } = portal.database;
  const where = () =>
    system.query<{ place: string; count: number }>(
      sql`select tableoid::regclass::text as place, count(*) as count from cdrs group by 1 order by 1`,
    );
  expect(await where()).toEqual([{ place: 'cdrs_default', count: 3 }]);
  const ensure = sql`select ensure_month_partition('cdrs', '2026-07-15T12:00:00Z')`;
  await Promise.all([system.query(ensure), system.query(ensure)]);
  expect(await where()).toEqual([
    { place: 'cdrs_2026_07', count: 2 },
    { place: 'cdrs_default', count: 1 },
  ]);
  const { body } = await customer.get(
    `/v1/services/${service_id}/cdr?start_date=2026-06-01&end_date=2026-08-01`,
  );
  expect(body.total).toBe(3);
  await expect(
    portal.database.withAccount(account_id, (tx) => tx.query(sql`select from cdrs_2026_07`)),
  ).rejects.toThrow('permission denied');
});
