import { beforeAll, expect, test } from '@jest/globals';
import * as v from 'valibot';
import { rawSql, sql } from '../../database/sql.ts';
import { performOnce } from '../../staff/staff-action.ts';
import type { AnyStaffCommand } from '../../staff/staff-command.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { importStatement } from '../bank/import-statement.ts';
import { readStatements } from '../bank/read-statement.ts';
import { sampleStatement } from '../bank/statement.fixtures.ts';
import { adjust, credit } from '../billing/book-payment.ts';
import { creditNote } from '../billing/credit-note.ts';
import { refund } from '../billing/refund.ts';
import { creditLimit } from '../billing/set-credit-limit.ts';
import { closeMonths } from '../monthly-vat-invoices/close-months.ts';
import { givenUsage } from '../monthly-vat-invoices/closings.fixtures.ts';
import { givenService } from '../services/services.fixtures.ts';
import { insertService } from '../services/services.repository.ts';
import { auditLedger, findProblems } from './audit.ts';

const portal = testPortal();
let keys = 0;

async function perform(command: AnyStaffCommand, name: string, given: Record<string, string>) {
  keys += 1;
  const action = {
    ...{ key: `K-${keys}`, command: `billing ${name}`, actor: 'staff:anna', reason: 'Ticket 4' },
    arguments: given,
  };
  const parsed = v.parse(command.schema, given);
  const act: Parameters<typeof performOnce>[2] = (tx) =>
    command.act(tx, action, parsed, portal.context as never);
  return (await performOnce(portal.context, action, act, { isDryRun: false })).result.changed;
}

/**
 * Two customers whose September and October 2026 are closed. One pays VAT with the top-ups: transfers paid two, and a part of one
 * was given back. The other, in dollars, pays VAT for usage: credits have paid two invoices, one later, and a part was corrected.
 */
beforeAll(async () => {
  await portal.superuser.system.run(sql`
    insert into exchange_rates (currency, day, rate, source) values ('usd', '2026-09-30', 1.1, 'ECB'), ('usd', '2026-10-30', 1.25, 'ECB')`);
  const payer = await portal.customer({ country: 'ee', tax_number: 'EE100000010' });
  const prepaid = await givenService(portal.database, payer.account.account_id, { vatOn: 'topup' });
  const caller = await portal.customer({ country: 'ee', tax_number: null });
  const owner = { account_id: caller.account.account_id, service_id: 'svc_vo_dollar' };
  await insertService(portal.database.system, owner.account_id, {
    ...{
      service_id: owner.service_id,
      type: 'voicing',
      currency: 'usd',
      vat_on: 'usage',
      price_list_id: null,
    },
  });
  await portal.superuser.system.run(sql`update services set created = '2026-09-01T08:00:00Z'`);

  const proForma = async (amount: string, booked: readonly [amount: string, day: string][]) => {
    const { body } = await payer.post('/v1/finances/payments/invoices', {
      ...{ service_id: prepaid.service_id, amount, allow_duplicate: true },
    });
    const { reference, number } = body.payment;
    for (const [paid, day] of booked) {
      const [statement] = readStatements(sampleStatement([{ amount: paid, booked: day, reference }]));
      await importStatement(portal.context, statement!, { fileName: 'test.xml' });
    }
    return number;
  };
  const paid = await proForma('100.00', [
    ['60.00', '2026-09-20'],
    ['64.00', '2026-10-05'],
  ]);
  await proForma('50.00', [['31.00', '2026-10-06']]);
  await perform(credit, 'credit', { service: owner.service_id, amount: '10.00' });
  await givenUsage(
    portal,
    owner,
    'b1',
    [
      { started: '2026-09-10T08:00:00Z', price: '4.25', destination: 'Germany' },
      { started: '2026-09-11T08:00:00Z', price: '2', destination: 'Latvia' },
      { started: '2026-10-10T08:00:00Z', price: '8', destination: 'Germany' },
    ],
    'usd',
  );
  await closeMonths(portal.context, { lastMonth: '2026-10' });
  await perform(credit, 'credit', { service: owner.service_id, amount: '5.00' });
  const { number } = await portal.database.system.one<{ number: string }>(
    sql`select number from monthly_vat_invoices where month = 10 and currency = 'usd'`,
  );
  await perform(creditNote, 'credit-note', { invoice: number, line: '1', amount: '1.00' });
  await perform(refund, 'refund', { payment: paid, amount: '12.40' });
  await perform(adjust, 'adjust', { service: prepaid.service_id, amount: '-1.00' });
  await perform(creditLimit, 'credit-limit', { service: owner.service_id, amount: '100.00' });
});

test('finds nothing in the books as they were kept', async () => {
  expect((await auditLedger(portal.database)).problems).toEqual([]);
});

const moved = (kind: string, other: string) => `
  update postings p set ledger_account_id = b.ledger_account_id
  from ledger_accounts a, ledger_accounts b, journal_entries e
  where a.ledger_account_id = p.ledger_account_id and b.currency = a.currency and b.kind = '${other}'
    and e.entry_id = p.entry_id and e.kind || ' ' || a.kind = '${kind}'`;
const stated = (path: string, value: string, where = 'true') =>
  `update monthly_vat_invoices set detail = jsonb_set(detail, '${path}', '${value}') where ${where}`;

// Each breaks one thing as only a superuser can, past all triggers.
test.each([
  [moved('usage usage_revenue', 'vat'), 'changes only those accounts'],
  [moved('credit credits', 'incoming_bank'), 'changes only those accounts'],
  [moved('refund refunds', 'credits'), 'changes only those accounts'],
  [moved('adjustment credits', 'vat'), 'changes only those accounts'],
  ["update journal_entries set kind = 'credit' where kind = 'top_up'", 'the kind of its event'],
  ["update journal_entries set kind = 'opening' where kind = 'credit'", 'the kind of its event'],
  ["update journal_entries set kind = 'adjustment' where kind = 'refund'", 'the kind of its event'],
  ["update journal_entries set occurred_at = '2026-01-15' where kind = 'usage'", 'says when, and for what'],
  ["update journal_entries set event_key = 'import:x' where kind = 'usage'", 'says when, and for what'],
  ["update usage_batches set first_record = '2024-01-01'", 'says when, and for what'],
  ["update usage_batches set last_record = '2026-10-01'", 'says when, and for what'],
  ["update usage_batches set recorded_at = '2027-01-01'", 'says when, and for what'],
  [
    "update journal_entries set occurred_at = '2026-11-15' where kind = 'top_up'",
    'names a bank’s entry has its day',
  ],
  ["update bank_entries set booked = '2026-01-01'", 'names a bank’s entry has its day'],
  ['delete from bank_entries', 'names a bank’s entry has its day'],
  ['delete from staff_actions', 'an entry of the staff names what they did'],
  [
    'update payments set net_amount = net_amount + 1, gross_amount = gross_amount + 1',
    'has the VAT of its rate',
  ],
  [
    "update payments set tax_amount = tax_amount + 1, gross_amount = gross_amount + 1 where type = 'promo'",
    'has the VAT of its rate',
  ],
  [
    "update payments set amount = -2, net_amount = -2, gross_amount = -2 where type = 'adjustment'",
    'says how much',
  ],
  [
    "update payments set method = 'bank_transfer' where type = 'promo'",
    'the method and the kind of its number',
  ],
  ["update payments set status = 'paid' where status = 'partially_paid'", 'the last that was recorded'],
  ['delete from payment_events', 'the last that was recorded'],
  ["update payments set status_reason = 'paid_late' where type = 'top_up'", 'the last that was recorded'],
  ["update payments set expires_at = now() where method = 'bank_transfer'", 'with the quote of its invoice'],
  ['update cdrs set billed_seconds = billed_seconds + 1', 'in the intervals of its rate'],
  [
    `update document_receipts r set entry_id = p.entry_id
     from postings p join ledger_accounts a using (ledger_account_id) join journal_entries e using (entry_id)
     where e.kind = 'top_up' and a.kind = 'customer_balance' and a.account_id <> r.account_id`,
    'has used credits of its own service',
  ],
  [
    `update document_receipts r set entry_id = e.entry_id from journal_entries e
     where e.kind = 'usage' and r.account_id in (
       select a.account_id from postings join ledger_accounts a using (ledger_account_id) where entry_id = e.entry_id)`,
    'has used credits of its own service',
  ],
  ["update document_receipts set recorded = '2026-01-01'", 'has used credits of its own service'],
  ["update payments set status = 'paid' where status = 'partially_paid'", 'a transfer has paid'],
  ["update payments set paid_currency = 'usd' where paid_amount is not null", 'a transfer has paid'],
  ["update payments set completed = completed - interval '40 days'", 'completed by one of its entries'],
  [
    "update payments set refunded_payment_id = 'pay_other' where type = 'refund'",
    'gives back a top-up of its service',
  ],
  [
    "update payments set status = 'refunded' where status = 'partially_refunded'",
    'whether something is left',
  ],
  [
    "update payments set net_amount = -500, tax_amount = 0, gross_amount = -500 where type = 'refund'",
    'no more than was received',
  ],
  ['update payment_entries set received = received + 1', 'a receipt states what has arrived'],
  ["update month_closings set period_end = period_end - interval '1 day'", 'closed after its end'],
  ["update month_closings set closed = '2026-10-01'", 'closed after its end'],
  ['update month_closings set last_entry = 0', 'is that before its document’s'],
  [
    "update month_closings set monthly_vat_invoice_id = null where month = '2026-10-01'",
    'names its document, and no document of another month',
  ],
  ["delete from month_closings where month = '2026-09-01'", 'that in which it was created'],
  ["delete from invoiced_usage where month = '2026-10-01'", 'documented every batch that has records of it'],
  ['update invoiced_usage set monthly_vat_invoice_id = null', 'when its month was closed names its document'],
  [
    "update services set vat_on = case vat_on when 'topup' then 'usage' else 'topup' end",
    'what their service is taxed on',
  ],
  ["update monthly_vat_invoices set period_start = '2026-08-01'", 'has the days of its month'],
  ["update monthly_vat_invoices set issue_date = '2026-01-01'", 'has the days of its month'],
  [
    "update monthly_vat_invoices set due_date = '2020-01-01' where due_date is not null",
    'has the days of its month',
  ],
  ["update monthly_vat_invoices set status = 'paid'", 'by what it says is due'],
  ['delete from document_receipts where at_issue', 'paid by what it has used'],
  [stated('{payments}', '[]'), 'lists the payments that it has used'],
  ['delete from document_receipts where not at_issue', 'have paid what is due'],
  ['update document_receipts set amount = amount - 1 where not at_issue', 'have paid what is due'],
  [stated('{lines,0,quantity}', '"999.00"'), 'its quantity times its price'],
  [stated('{lines,0,unit_price}', '"999.00"'), 'its quantity times its price'],
  [stated('{lines,0,net_amount}', '"1.25"', "basis = 'usage'"), 'its quantity times its price'],
  [stated('{totals,lines_net}', '"1.00"'), 'the totals of a document'],
  [stated('{totals,rounding}', '"1.00"'), 'the totals of a document'],
  [stated('{tax_amount_in_tax_currency}', '"1.00"', "currency = 'usd'"), 'states its VAT in euro'],
  [
    "update monthly_vat_invoices set detail = detail - 'exchange_rate' where currency = 'usd'",
    'states its VAT in euro',
  ],
  ['update exchange_rates set rate = rate + 1', 'exchange rate is that of its source'],
  [
    stated(
      '{tax_conversions}',
      '[{"tax_amount": "2.00", "exchange_rate": "1.25", "tax_amount_in_tax_currency": "5.00"}]',
      "currency = 'usd'",
    ),
    'states the VAT of each in euro',
  ],
  [
    stated(
      '{preceding_invoice,number}',
      '"2026-09-00001"',
      "detail -> 'preceding_invoice' ->> 'number' is not null",
    ),
    'names the invoice that its lines correct',
  ],
  [stated('{preceding_invoice}', 'null'), 'names the invoice that its lines correct'],
  [
    `update monthly_vat_invoices set
       detail = jsonb_set(jsonb_set(detail, '{lines,0,tax_category}', '"AE"'), '{customer,country}', '"us"')`,
    'is taxed as its reason says',
  ],
  ...['AE', 'O'].map((category): [string, string] => [
    stated('{lines,0,tax_category}', `"${category}"`, "basis = 'usage'"),
    'is taxed as its reason says',
  ]),
  [stated('{customer,country}', '"us"', "basis = 'usage'"), 'is taxed as its reason says'],
  [stated('{vat,reason}', '"outside_eu"', "basis = 'prepayment'"), 'is taxed as its reason says'],
  [stated('{vat,reason}', '"outside_eu"', "basis = 'prepayment'"), 'a reason that applies to their buyer'],
  [stated('{customer,country}', '"us"', "basis = 'prepayment'"), 'a reason that applies to their buyer'],
  ...[
    ['{customer,country}', '"us"'],
    ['{customer,country}', '"fi"'],
    ['{vat,country}', '"fi"'],
    ['{vat,rate}', '"0.00"'],
    ['{vat,reason}', '"outside_eu"'],
    ['{vat,reason}', '"reverse_charge"'],
    ['{vat,reason}', '"tax_number_missing"'],
  ].map(([path, value]): [string, string] => [
    `update payments set particulars = jsonb_set(particulars, '${path}', '${value}') where number like 'PF-%'`,
    'a reason that applies to their buyer',
  ]),
  [stated('{customer,address}', '"Elsewhere"'), 'what was issued has not changed'],
  ["update monthly_vat_invoices set summary = '{}', timezone = 'UTC'", 'what was issued has not changed'],
  ["update payments set particulars = null where type = 'top_up'", 'what was issued has not changed'],
  ["update payments set reference = 'RF00XX' where type = 'top_up'", 'what was issued has not changed'],
  [
    "update payments set created = created - interval '1 day' where number like 'PF-%'",
    'what was issued has not',
  ],
  [
    "update payments set due_date = due_date + 60 where number like 'PF-%'",
    'what was issued has not changed',
  ],
  ["update payments set fee_amount = 1 where number like 'PF-%'", 'what was issued has not changed'],
  [
    "update payments set transaction_reference = 'x' where number like 'PF-%'",
    'what was issued has not changed',
  ],
  ["update payments set exchange_rate = 2 where number like 'PF-%'", 'what was issued has not changed'],
  ['update bank_entries set payer_iban = null', 'what the bank stated has not changed'],
  ['update bank_entries set entry_amount = 1', 'what the bank stated has not changed'],
  [
    `update staff_actions set result = jsonb_set(result, '{changed,credited}', '"1.00"') where result -> 'changed' ? 'credited'`,
    'what the staff have done has not changed',
  ],
  ["update staff_actions set reason = 'Another ticket'", 'what the staff have done has not changed'],
  ['delete from staff_action_digests', 'what the staff have done has not changed'],
  ['update services set credit_limit = 999', 'a credit limit is what the staff have set'],
])('after "%s" reports: %s', async (statement, rule) => {
  let rules = '';
  const undo = new Error('undo');
  const attempt = portal.superuser.asBackground(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    expect(await tx.run(rawSql(statement))).not.toBe(0);
    rules = (await findProblems(tx)).map((problem) => problem.rule).join('\n');
    throw undo;
  });
  await expect(attempt).rejects.toBe(undo);
  expect(rules).toContain(rule);
});
