import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { givenCalls } from '../modules/traffic/cdr.fixtures.ts';
import { givenMessages } from '../modules/traffic/messages.fixtures.ts';
import { applyMigrations, insertOldAccount } from '../testing/apply-migrations.ts';
import { createEmptyDatabase } from '../testing/test-database.ts';
import { sql } from './sql.ts';

let created: Awaited<ReturnType<typeof createEmptyDatabase>>;

beforeAll(async () => {
  created = await createEmptyDatabase();
});
afterAll(() => created.drop());

test('lines of open months have the quantities of records from before the migration', async () => {
  const { owner } = created;
  await applyMigrations(owner, (name) => name < '0741');
  await owner.asBackground(async (tx) => {
    await insertOldAccount(tx);
    await tx.run(sql`
      insert into services (account_id, service_id, type, currency, vat_on)
      values ('acc_1', 'svc_vo', 'voicing', 'eur', 'usage'), ('acc_1', 'svc_me', 'messaging', 'eur', 'usage')`);
  });
  const calls = { account_id: 'acc_1', service_id: 'svc_vo' };
  const messages = { account_id: 'acc_1', service_id: 'svc_me' };
  const batch_id = 'b1';
  await givenCalls(owner, calls, [
    { batch_id },
    { batch_id, duration_seconds: 75 },
    { batch_id, price: '0' },
  ]);
  await givenMessages(owner, messages, [{ batch_id, parts: 3 }, { batch_id }, { batch_id, price: '0' }]);

  await applyMigrations(owner, (name) => name >= '0741');

  const lines = sql`select service_id, line, quantity from usage_by_line order by service_id`;
  const quantities = async () => owner.system.query(lines);
  const before = [
    { service_id: 'svc_me', line: '["ee", "Telia", 0.039000]', quantity: 4 },
    { service_id: 'svc_vo', line: '["Germany Berlin"]', quantity: 135 },
  ];
  expect(await quantities()).toEqual(before);
  await givenCalls(owner, calls, [{ batch_id, duration_seconds: 90 }]);
  await owner.system.run(sql`update messages set price = 0 where parts = 3`);
  expect(await quantities()).toEqual([
    { ...before[0], quantity: 1 },
    { ...before[1], quantity: 225 },
  ]);
});
