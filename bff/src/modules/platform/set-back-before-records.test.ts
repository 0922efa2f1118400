import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { applyMigrations, insertOldAccount } from '../../testing/apply-migrations.ts';
import { createEmptyDatabase } from '../../testing/test-database.ts';
import { findProblems } from '../ledger/audit.ts';

let owner: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ owner, drop } = await createEmptyDatabase());
});
afterAll(() => drop());

const update = '0730';

test('the audit agrees with payments that were set back before the portal recorded it, and with no other change', async () => {
  await applyMigrations(owner, (name) => name < update);
  await owner.asBackground(async (tx) => {
    await insertOldAccount(tx);
    await tx.run(sql`
      insert into services (account_id, service_id, type, currency, vat_on) values ('acc_1', 'svc_a', 'voicing', 'eur', 'topup')`);
    await tx.run(sql`
      insert into payments (account_id, payment_id, number, service_id, method, type, status, currency, amount, net_amount, tax_rate,
        tax_amount, gross_amount, created, status_updated, due_date)
      select 'acc_1', 'pay_' || n, 'PF-2027-A-' || n, 'svc_a', 'bank_transfer', 'top_up', 'pending', 'eur', 20, 20, 0, 0, 20,
        moment, moment, '2027-01-22'
      from generate_series(1, 2) n, (values ('2027-01-08T23:10:20.123456Z'::timestamptz)) ahead (moment)`);
    // As the job did, and for the second one another due date.
    await tx.run(sql`
      update payments set created = '2026-11-29T04:00:00Z', status_updated = '2026-11-29T04:00:00Z',
        due_date = case payment_id when 'pay_1' then '2026-12-13'::date else '2026-12-24' end`);
  });
  await applyMigrations(owner, (name) => name >= update);
  const problems = await owner.asBackground((tx) => findProblems(tx));
  const changed = problems.filter(({ rule }) => rule === 'what was issued has not changed');
  expect(changed.map(({ subject }) => subject)).toEqual(['PF-2027-A-2']);
});
