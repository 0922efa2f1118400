import type pg from 'pg';
import type { CheckCase } from '../harness/report.ts';
import { breachesIn } from './check-books.ts';
import type { MoneyLog, SettledTransfer } from './money-log.ts';

/** What a faulty portal, or somebody with access to the database, could do to the books. Each changes at least one row. */
const mutations: Readonly<Record<string, string>> = {
  'a credit is deleted with all that belongs to it': `
    with gone as (select entry_id from journal_entries where kind = 'top_up' order by entry_id desc limit 1),
    links as (delete from payment_entries where entry_id in (select entry_id from gone)),
    receipts as (delete from document_receipts where entry_id in (select entry_id from gone)),
    sums as (delete from postings where entry_id in (select entry_id from gone) returning *),
    balances as (update services s set balance = balance - sums.amount from sums join ledger_accounts a using (ledger_account_id)
      where a.service_id = s.service_id)
    delete from journal_entries where entry_id in (select entry_id from gone)`,
  'a transfer is credited twice': `
    with first as (select * from journal_entries where event_key like 'bank:%' order by entry_id limit 1),
    again as (insert into journal_entries (event_key, kind, reason, actor, occurred_at)
      select event_key || '-2', kind, reason, actor, occurred_at from first returning entry_id),
    links as (insert into payment_entries select account_id, payment_id, again.entry_id, amount
      from payment_entries, again where payment_entries.entry_id = (select entry_id from first)),
    sums as (insert into postings select again.entry_id, ledger_account_id, currency, amount
      from postings, again where postings.entry_id = (select entry_id from first) returning *)
    update services s set balance = balance + sums.amount from sums join ledger_accounts a using (ledger_account_id)
    where a.service_id = s.service_id`,
  'a document is charged twice': `
    with first as (select * from journal_entries where kind = 'invoice' order by entry_id limit 1),
    again as (insert into journal_entries (event_key, kind, reason, actor, occurred_at)
      select event_key || '-2', kind, reason, actor, occurred_at from first returning entry_id),
    sums as (insert into postings select again.entry_id, ledger_account_id, currency, amount
      from postings, again where postings.entry_id = (select entry_id from first) returning *)
    update services s set balance = balance + sums.amount from sums join ledger_accounts a using (ledger_account_id)
    where a.service_id = s.service_id`,
  'a payment is lost': `delete from payments where payment_id = (select payment_id from payments
    where type = 'top_up' and status = 'pending' order by number desc limit 1)`,
  'a request has created two payments': `
    insert into payments select copy.* from payments p, jsonb_populate_record(null::payments, to_jsonb(p) ||
      jsonb_build_object('payment_id', 'pay_copy', 'number', left(number, 8) ||
        lpad((right(number, 6)::int + 1)::text, 6, '0'))) copy
    where p.payment_id = (select payment_id from payments where number like 'PF-%' order by number desc limit 1)`,
  'an amount of a payment differs': `update payments set amount = amount + 1, net_amount = net_amount + 1, gross_amount = gross_amount + 1
    where payment_id = (select payment_id from payments where type = 'top_up' order by number limit 1)`,
  'a posting is changed by a cent': `update postings set amount = amount + 0.01
    where (entry_id, ledger_account_id) = (select entry_id, ledger_account_id from postings order by 1 desc, 2 limit 1)`,
  'a balance is changed by a millionth': `update services set balance = balance + 0.000001
    where service_id = (select service_id from services order by 1 limit 1)`,
  'a number is missing': `update payments set number = regexp_replace(number, '\\d{6}$', '999999')
    where payment_id = (select payment_id from payments where number like 'PF-%' order by number limit 1)`,
  'a number of a document is missing': `update monthly_vat_invoices set number = regexp_replace(number, '\\d{5}$', '99999')
    where number = (select max(number) from monthly_vat_invoices)`,
  'a transfer of the bank is lost':
    'delete from bank_entries where bank_entry_id = (select min(bank_entry_id) from bank_entries)',
  'a transfer is stored twice': `insert into bank_entries select copy.* from bank_entries b, jsonb_populate_record(null::bank_entries,
    to_jsonb(b) || '{"bank_entry_id": "again"}') copy limit 1`,
  'a crypto transfer is credited with more': `
    update postings p set amount = case when p.amount < 0 then p.amount - 1 else p.amount + 1 end
    where entry_id = (select min(entry_id) from journal_entries where event_key like 'provider:%')
      and ledger_account_id in (select ledger_account_id from ledger_accounts where kind in ('crypto_clearing', 'customer_balance'))`,
  'a crypto transfer that nobody has sent is credited': `update journal_entries set event_key = event_key || '9'
    where entry_id = (select min(entry_id) from journal_entries where event_key like 'provider:%')`,
  'a state has no event': `update payments set status = 'failed'
    where payment_id = (select payment_id from payments where status = 'paid' and type = 'top_up' order by number limit 1)`,
  'a call is lost after it was charged': `delete from cdrs where cdr_id = (select min(cdr_id) from cdrs)`,
  'a batch of calls is charged twice': `
    with first as (select * from journal_entries where kind = 'usage' order by entry_id limit 1),
    again as (insert into journal_entries (event_key, kind, reason, actor, occurred_at)
      select event_key || '-2', kind, reason, actor, occurred_at from first returning entry_id),
    sums as (insert into postings select again.entry_id, ledger_account_id, currency, amount
      from postings, again where postings.entry_id = (select entry_id from first) returning *)
    update services s set balance = balance + sums.amount from sums join ledger_accounts a using (ledger_account_id)
    where a.service_id = s.service_id`,
  'a closed month is open again': `delete from month_closings where (service_id, month) = (
    select service_id, max(month) from month_closings group by service_id order by 1 limit 1)`,
  'a document is lost': `delete from monthly_vat_invoices where number = (select max(number) from monthly_vat_invoices)`,
  'a prepayment is on two documents': `
    insert into document_receipts select r.account_id, d.monthly_vat_invoice_id, r.entry_id, r.amount, false
    from document_receipts r join monthly_vat_invoices i using (account_id, monthly_vat_invoice_id)
    join monthly_vat_invoices d on d.account_id = r.account_id and d.basis = 'prepayment'
      and d.monthly_vat_invoice_id <> r.monthly_vat_invoice_id
    where i.basis = 'prepayment' limit 1`,
  'a refund leaves a cent of VAT with the customer': `
    with refund as (select min(entry_id) as entry_id from journal_entries where kind = 'refund'),
    links as (update payment_entries set amount = amount + 0.01 where entry_id in (select entry_id from refund)),
    vat as (update postings set amount = amount - 0.01 where entry_id in (select entry_id from refund)
      and ledger_account_id in (select ledger_account_id from ledger_accounts where kind = 'vat')),
    sums as (update postings set amount = amount + 0.01 where entry_id in (select entry_id from refund)
      and ledger_account_id in (select ledger_account_id from ledger_accounts where kind = 'customer_balance') returning *)
    update services s set balance = balance + 0.01 from sums join ledger_accounts a using (ledger_account_id)
    where a.service_id = s.service_id`,
  'a staff action is lost':
    'delete from staff_actions where action_key = (select min(action_key) from staff_actions)',
};

/** The ways in which books are damaged. */
export const damages: readonly string[] = Object.keys(mutations);

/**
 * Damages a copy of the books, which is rolled back each time, in each of the ways for which they contain something. A case fails if
 * the checker notices nothing.
 */
export async function noticedDamages(
  database: pg.Pool,
  truth: { log: MoneyLog; settled: readonly SettledTransfer[] },
  ways: readonly string[],
): Promise<(CheckCase & { damage: string })[]> {
  const client = await database.connect();
  const cases: (CheckCase & { damage: string })[] = [];
  try {
    for (const name of ways) {
      // Without triggers and foreign keys.
      await client.query('begin; set local session_replication_role = replica');
      const { rowCount } = await client.query(mutations[name] ?? '');
      const breaches = await breachesIn(client, { ...truth, isFinal: true });
      await client.query('rollback');
      if (rowCount === 0) continue;
      const problems = breaches.length > 0 ? [] : ['nobody noticed'];
      cases.push({ damage: name, name: `the checker notices that ${name}: ${breaches[0] ?? ''}`, problems });
    }
  } finally {
    client.release();
  }
  return cases;
}
