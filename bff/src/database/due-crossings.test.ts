import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { applyMigrations, insertOldAccount } from '../testing/apply-migrations.ts';
import { createEmptyDatabase } from '../testing/test-database.ts';
import { sql } from './sql.ts';

let created: Awaited<ReturnType<typeof createEmptyDatabase>>;

beforeAll(async () => {
  created = await createEmptyDatabase();
});
afterAll(() => created.drop());

test('crossings of the alert of which customers were not notified before a migration are still due after it', async () => {
  const { owner } = created;
  await applyMigrations(owner, (name) => name < '0740');
  await owner.asBackground(async (tx) => {
    await insertOldAccount(tx);
    await tx.run(sql`
      insert into services (account_id, service_id, type, currency, vat_on, threshold_enabled, threshold_amount, threshold_told_at)
      values ('acc_1', 'svc_a', 'voicing', 'eur', 'topup', true, 20, now() - interval '1 hour'),
        ('acc_1', 'svc_b', 'messaging', 'eur', 'topup', true, 20, now() + interval '1 second')`);
  });
  await applyMigrations(owner, (name) => name >= '0740');
  expect(
    await owner.system.query(
      sql`select service_id from services where threshold_state = 'triggered' and threshold_told_at is null`,
    ),
  ).toEqual([{ service_id: 'svc_a' }]);
});
