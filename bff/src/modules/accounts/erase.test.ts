import { beforeAll, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { findAccount } from '../../accounts/accounts.repository.ts';
import { identifier, sql } from '../../database/sql.ts';
import { requireTarget } from '../../import/import-target.ts';
import { performOnce } from '../../staff/staff-action.ts';
import { testPassword, testPortal } from '../../testing/test-portal.ts';
import { adjust } from '../billing/book-payment.ts';
import { auditLedger } from '../ledger/audit.ts';
import { closeMonths } from '../monthly-vat-invoices/close-months.ts';
import { erasedTables, keptTables } from './account-tables.ts';
import { close, resume } from './change-status.ts';
import { givenSettledCustomer, traces } from './closed-account.fixtures.ts';
import { erase } from './erase.ts';
import { staffActions } from './staff-actions.fixtures.ts';

const portal = testPortal();
const perform = staffActions(portal);
let settled: Awaited<ReturnType<typeof givenSettledCustomer>>;
let account: string;

beforeAll(async () => {
  settled = await givenSettledCustomer(portal);
  account = settled.account_id;
});

async function eraseOnce(key: string, options = { isDryRun: false }) {
  const given = { account };
  const action = {
    key,
    command: 'accounts erase',
    actor: 'staff:anna',
    reason: 'Ticket 8',
    arguments: given,
  };
  const act: Parameters<typeof performOnce>[2] = (tx) =>
    erase.act(tx, action, v.parse(erase.schema, given), { ...portal.context, queue: portal.queue });
  return performOnce(portal.context, action, act, options);
}

/** The rows of the account in every table, as text. */
async function storedRows(): Promise<Record<string, string>> {
  const rows: Record<string, string> = {};
  for (const table of [...erasedTables, ...Object.keys(keptTables)]) {
    const { content } = await portal.superuser.system.one<{ content: string | null }>(sql`
      select string_agg(t::text, ' ' order by t::text) as content from ${identifier(table)} t where account_id = ${account}`);
    if (content !== null) rows[table] = content;
  }
  return rows;
}

const problems = async () => (await auditLedger(portal.database)).problems;

test('refuses an account that is not closed, and says what to do', async () => {
  await expect(eraseOnce('E-0')).rejects.toThrow('close the account first, with "accounts -- close"');
  await perform('close', close, { account });
});

test('refuses while money, a document, a month or a link that takes the account back is open, and says what to do', async () => {
  const other = await givenSettledCustomer(portal, { email: 'other@example.com', paid: '1.00' });
  const { client, account_id, service_id } = other;
  const { body } = await client.post('/v1/finances/payments/invoices', { service_id, amount: '50.00' });
  await portal.superuser.system.run(sql`
    update one_time_tokens set expires_at = now() + interval '1 day'
    where account_id = ${account_id} and purpose = 'two_factor_revert'`);
  await portal.superuser.system.run(
    sql`update rented_numbers set status = 'active', expires_at = current_date + 9 where account_id = ${account_id}`,
  );
  await perform('close', close, { account: account_id });
  await perform('adjust', adjust, { service: service_id, amount: '-0.01' });
  // As if the closing of the last month had run after it.
  await portal.superuser.system.run(sql`
    update month_closings set last_entry = (select max(entry_id) from journal_entries)
    where account_id = ${account_id} and monthly_vat_invoice_id is null`);
  const refusal = await perform('erase', erase, { account: account_id }).catch(
    (error: Error) => error.message,
  );
  expect(String(refusal).split('\n')).toEqual([
    expect.stringMatching(
      /^A mailed link with which a mailbox takes the account back is valid until 20\S+Z: wait/,
    ),
    expect.stringMatching(`^${service_id} has a balance of -0.25\\d* eur: `),
    `${service_id} rents +37260011111: wait until the paid time has ended.`,
    expect.stringContaining(`${service_id} has entries of a month that is not invoiced yet: wait`),
    expect.stringMatching(
      /^The invoice 2026-09-\d+ is unpaid \(0.24 eur\): wait for the money, or correct it/,
    ),
    `The payment ${body.payment.number} is pending: wait until it is paid or has expired.`,
  ]);
});

test('a dry run lists what would be erased and what stays and why, and changes nothing', async () => {
  const before = await storedRows();
  const { result } = await eraseOnce('E-1', { isDryRun: true });
  expect(result.changed).toMatchObject({
    saved_views: '1 erased',
    webhooks: '1 erased',
    support_tickets: '1 erased',
    payments: expect.stringMatching(/^1 kept: books and documents, which the law/),
    cdrs: expect.stringMatching(/^1 kept: usage records/),
  });
  expect(await storedRows()).toEqual(before);
});

test('erases the person and settings of a closed account once, and keeps books, documents and audit records', async () => {
  for (const email of [settled.email, 'other@example.com'])
    await portal.database.asBackground((tx) =>
      portal.context.mailer.send(tx, { email, name: 'Ada', language: 'en' }, 'password_changed'),
    );
  const before = await storedRows();
  for (const trace of [...traces, settled.email]) expect(JSON.stringify(before)).toContain(trace);
  const { result, isRepeated } = await eraseOnce('E-2');
  expect(isRepeated).toBe(false);
  const after = await storedRows();
  for (const table of erasedTables) expect(after).not.toHaveProperty(table);
  const changed = ['accounts', 'services', 'rented_numbers', 'staff_actions'];
  const unchanged = Object.keys(keptTables).filter((table) => !changed.includes(table));
  for (const table of unchanged) expect([table, after[table]]).toEqual([table, before[table]]);
  for (const trace of [...traces, settled.email])
    for (const table of changed)
      expect([table, after[table]]).toEqual([table, expect.not.stringContaining(trace)]);
  expect(await problems()).toEqual([]);

  const repeated = await eraseOnce('E-2');
  expect(repeated).toEqual({ result, isRepeated: true, record: null });
  expect(await storedRows()).toEqual(after);
  await expect(eraseOnce('E-3')).rejects.toThrow('was erased before');
});

test('erases the mails of the account, also those that wait, and no others', async () => {
  const mailed = async (email: string) => (await portal.mails()).filter(({ to }) => to === email).length;
  expect(await mailed(settled.email)).toBe(0);
  expect(await mailed('other@example.com')).toBeGreaterThan(1);
  await portal.database.asBackground(async (tx) => {
    const row = await findAccount(tx, account);
    if (row !== undefined) await portal.context.mailer.send(tx, row, 'password_changed');
  });
  expect(await mailed(`erased-${account}@invalid`)).toBe(0);
});

test('nobody can log in to an erased account, resume it or charge it, and its months are still closed', async () => {
  for (const email of [settled.email, `erased-${account}@invalid`])
    expect(
      (await portal.visitor().post('/v1/users/login', { email, password: testPassword })).status,
    ).not.toBe(200);
  await expect(perform('resume', resume, { account })).rejects.toThrow(`${account} was erased`);
  await expect(
    portal.database.asBackground((tx) => requireTarget(tx, settled.service_id, 'voicing')),
  ).rejects.toThrow('was erased');
  expect(await closeMonths(portal.context)).not.toContainEqual(expect.objectContaining({ result: 'failed' }));
  expect(await problems()).toEqual([]);
});

test('the address of an erased account is free', async () => {
  const again = await portal.customer({ email: settled.email });
  expect(again.account.account_id).not.toBe(account);
});
