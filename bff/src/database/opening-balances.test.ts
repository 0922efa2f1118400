import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findProblems } from '../modules/ledger/audit.ts';
import { applyMigrations, insertOldAccount } from '../testing/apply-migrations.ts';
import { createEmptyDatabase } from '../testing/test-database.ts';
import type { Database } from './database.ts';
import { sql } from './sql.ts';

let owner: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ owner, drop } = await createEmptyDatabase());
});
afterAll(() => drop());

const apply = (isIncluded: (name: string) => boolean) => applyMigrations(owner, isIncluded);

test('balances from before the ledger become its first entries, and nothing else of that time is missing in it', async () => {
  await apply((name) => name < '0130');
  await owner.asBackground(async (tx) => {
    await insertOldAccount(tx);
    await tx.run(sql`
      insert into services (account_id, service_id, type, currency, vat_on, balance, threshold_enabled, threshold_amount)
      values ('acc_1', 'svc_a', 'voicing', 'eur', 'topup', 12.345678, true, 20),
        ('acc_1', 'svc_b', 'messaging', 'usd', 'topup', -3, false, null)`);
    await tx.run(sql`
      insert into payments (account_id, payment_id, service_id, method, type, status, currency, amount, net_amount, tax_rate,
        tax_amount, gross_amount, completed)
      values ('acc_1', 'pay_1', 'svc_a', 'bank_transfer', 'top_up', 'paid', 'eur', 20, 20, 0, 0, 20, now())`);
    await tx.run(sql`
      insert into cdrs (account_id, service_id, started, cdr_id, call_id, direction, ended, number_from, number_to, result,
        duration_seconds, billed_seconds, price)
      values ('acc_1', 'svc_a', now(), 'cdr_1', 'c1', 'outbound', now(), '+1', '+2', 'answered', 60, 60, 7.654322)`);
  });
  await apply((name) => name >= '0130' && name < '0440');
  await owner.asBackground((tx) =>
    tx.run(sql`
      insert into bank_entries (bank_entry_id, iban, booked, currency, amount, remittance, unmatched_reason, file_name)
      values ('entry_1', 'EE382200221020145685', '2026-10-01', 'EUR', 5, 'Thanks', 'no_reference', 'old.xml')`),
  );
  await apply((name) => name >= '0440');
  const services = await owner.system.query(sql`
    select service_id, balance, threshold_state, (
      select sum(amount) from postings join ledger_accounts a using (ledger_account_id) where a.service_id = s.service_id
    ) as posted from services s order by service_id`);
  expect(services).toEqual([
    { service_id: 'svc_a', balance: '12.345678', threshold_state: 'triggered', posted: '12.345678' },
    { service_id: 'svc_b', balance: '-3.000000', threshold_state: 'off', posted: '-3.000000' },
  ]);
  expect(
    await owner.system.query(sql`
      select event_key, array_agg(a.kind || ' ' || p.currency order by a.kind) as accounts
      from journal_entries join postings p using (entry_id) join ledger_accounts a using (ledger_account_id)
      group by event_key order by event_key`),
  ).toEqual([
    { event_key: 'opening:svc_a', accounts: ['credits eur', 'customer_balance eur'] },
    { event_key: 'opening:svc_b', accounts: ['credits usd', 'customer_balance usd'] },
  ]);
  expect(await owner.asBackground(findProblems)).toEqual([]);
});
