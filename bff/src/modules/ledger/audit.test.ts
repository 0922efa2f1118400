import { beforeAll, expect, test } from '@jest/globals';
import { rawSql, sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { insertReceipts } from '../monthly-vat-invoices/document-receipts.repository.ts';
import { sampleInvoice } from '../monthly-vat-invoices/monthly-vat-invoices.fixtures.ts';
import {
  insertInvoice,
  type StoredInvoice,
} from '../monthly-vat-invoices/monthly-vat-invoices.repository.ts';
import { postInvoice } from '../monthly-vat-invoices/post-invoice.ts';
import { insertCharge, insertInvoicedCharges } from '../number-rents/number-charges.repository.ts';
import { insertPayment } from '../payments/payments.repository.ts';
import { postPayment } from '../payments/post-payment.ts';
import { givenService } from '../services/services.fixtures.ts';
import { givenCalls } from '../traffic/cdr.fixtures.ts';
import { addVat } from '../vat/vat-amounts.ts';
import { auditLedger, describeAudit, findProblems } from './audit.ts';
import { postUsage } from './post-usage.ts';

const portal = testPortal();

const occurredAt = '2026-10-20T08:00:00Z';

/** A customer who paid 100.00, called for 0.123456, rents a number for 3.00 and got an invoice over 3.12 with VAT. */
beforeAll(async () => {
  const { account_id } = await portal.account();
  await portal.superuser.system.run(sql`
    insert into document_counters values ('PF', '2026', 2), ('INV', '2026-10', 1)`);
  const { service_id } = await givenService(portal.database, account_id, { vatOn: 'usage' });
  const owner = { account_id, service_id };
  const payment = {
    ...owner,
    payment_id: 'pay_audit',
    number: 'PF-2026-000001',
    method: 'bank_transfer',
    type: 'top_up',
    status: 'paid',
    currency: 'eur',
    completed: occurredAt,
    ...addVat('100', '0'),
  } as const;
  await insertPayment(portal.database.system, payment);
  await insertPayment(portal.database.system, {
    ...payment,
    payment_id: 'pay_pending',
    number: 'PF-2026-000002',
    status: 'pending',
  });
  await givenCalls(portal.database, owner, [
    { started: '2026-10-10T08:00:00Z', price: '0.1', batch_id: 'b1' },
    { started: '2026-10-11T08:00:00Z', price: '0.023456', batch_id: 'b1' },
    { started: '2026-10-12T08:00:00Z', price: '0', batch_id: null },
  ]);
  await portal.database.asBackground(async (tx) => {
    await tx.run(sql`
      insert into bank_entries (bank_entry_id, iban, booked, currency, amount, remittance, account_id, payment_id, file_name)
      values ('1', 'EE382200221020145685', '2026-10-20', 'EUR', 100, '', ${account_id}, 'pay_audit', 'statement.xml')`);
    await tx.run(
      sql`update payments set paid_amount = 100, paid_currency = 'eur' where payment_id = 'pay_audit'`,
    );
    const { entry_id } = await postPayment(tx, payment, {
      eventKey: 'bank:1',
      reason: 'Transfer',
      actor: 'test',
      occurredAt,
    });
    const times = { first_record: occurredAt, last_record: occurredAt };
    const batch = {
      ...owner,
      batch_id: 'b1',
      currency: 'eur',
      records: 2,
      cost: '0.123456',
      ...times,
    } as const;
    await postUsage(tx, batch, 'test');
    await tx.run(sql`
      insert into rented_numbers (account_id, service_id, number_id, number, country, type, capabilities, status, monthly_price,
        currency, rented_at)
      values (${account_id}, ${service_id}, 'num_1', '+3726001200', 'ee', 'local', '{}', 'active', 3, 'eur', ${occurredAt})`);
    const number = { ...owner, number_id: 'num_1', number: '+3726001200', currency: 'eur' } as const;
    const days = { period_start: '2026-10-20', period_end: '2026-11-19', occurred_at: occurredAt };
    const charge = { ...number, ...days, charge_id: 'svc:num_1:1', kind: 'rent', amount: '3.00' } as const;
    await insertCharge(tx, charge, 'test');
    const invoice = invoiceOf(service_id);
    await insertInvoice(tx, account_id, invoice);
    await insertReceipts(tx, account_id, invoice.monthly_vat_invoice_id, [{ entry_id, amount: '3.87' }], {
      atIssue: true,
    });
    await tx.run(sql`
      insert into month_closings values (${account_id}, ${service_id}, '2026-10-01', '2026-10-31T22:00:00Z', 'mvi_1', now())`);
    await tx.run(sql`
      insert into invoiced_usage values (${account_id}, ${service_id}, 'b1', '2026-10-01', 'mvi_1')`);
    await insertInvoicedCharges(tx, account_id, invoice.monthly_vat_invoice_id, [charge]);
    const posting = {
      accountId: account_id,
      serviceId: service_id,
      charged: { usage: '0.123456', rents: '3.00' },
      actor: 'test',
      occurredAt,
    };
    await postInvoice(tx, invoice, posting);
  });
});

function invoiceOf(service_id: string): StoredInvoice {
  const line = { ...sampleLine, line_id: '1', description_code: 'voice_outgoing', ...priced('0.12') };
  const rent = { ...sampleLine, line_id: '2', description_code: 'number_rental', ...priced('3.00') };
  const amounts = { net: '3.12', tax: '0.75', gross: '3.87', paid: '3.87', due: '0.00' };
  return {
    ...sampleInvoice,
    service_id,
    service_type: 'voicing',
    net_amount: amounts.net,
    tax_amount: amounts.tax,
    gross_amount: amounts.gross,
    paid_amount: amounts.paid,
    amount_due: amounts.due,
    status: 'paid',
    detail: {
      ...sampleInvoice.detail,
      supplier: { ...sampleInvoice.detail.supplier, tax_number: 'EE100000010' },
      lines: [line, rent],
      tax_breakdown: [
        {
          category: 'S',
          rate: '24.00',
          taxable_amount: amounts.net,
          tax_amount: amounts.tax,
          exemption_code: null,
          exemption_text: null,
        },
      ],
      totals: { ...sampleInvoice.detail.totals, ...amounts, lines_net: '3.12' },
      payments: [{ payment_id: 'pay_audit', number: null, date: '2026-10-20', amount: '3.87' }],
    },
  };
}

const priced = (amount: string) => ({ unit_price: amount, net_amount: amount });

const sampleLine = {
  description: 'Calls',
  description_params: {},
  service_type: 'voicing',
  quantity: '1',
  unit: 'month',
  unit_price: '1.0000',
  tax_category: 'S',
  tax_rate: '24.00',
} as const;

test('finds nothing where everything agrees, and says what it compared', async () => {
  const report = await auditLedger(portal.database);
  expect(report.problems).toEqual([]);
  expect(describeAudit({ ...report, seconds: 0.1 })).toBe(
    '4 entries, 9 postings, 1 services, 1 usage batches, 2 payments, 1 documents; 100 rules in 0.1 s: all agree',
  );
});

// Each breaks one thing as only a superuser can, past all triggers.
test.each([
  ['update services set balance = balance + 0.000001', 'a balance is the sum of its postings'],
  ['update postings set amount = amount + 1 where amount = 100', 'sum to zero in each currency'],
  ['delete from postings where amount = 0.75', 'a document’s entry debits'],
  ['delete from invoiced_charges', 'a document’s entry debits'],
  ['delete from postings where amount = 3', 'a number charge has debited its service'],
  ['delete from number_charges', 'a number charge has debited its service'],
  ['update number_charges set amount = 4', 'a number charge has debited its service'],
  ['delete from invoiced_charges', 'the charges of a closed month are on a document'],
  [
    `insert into number_charges select charge_id || '-again', account_id, service_id, number_id, number, kind, '2026-11-19',
       '2026-12-18', amount, currency, occurred_at, entry_id from number_charges`,
    'a number is charged for each day once',
  ],
  ["update monthly_vat_invoices set basis = 'prepayment'", 'on a document of its own service'],
  [
    "delete from postings where entry_id = (select entry_id from journal_entries where event_key = 'bank:1')",
    'at least two postings',
  ],
  ["update postings set currency = 'usd'", 'the currency of its account'],
  ["update cdrs set price = price + 0.01 where batch_id = 'b1'", 'charged its service what its records cost'],
  ["delete from cdrs where batch_id = 'b1'", 'charged its service what its records cost'],
  ['update usage_batches set cost = cost + 1', 'charged its service what its records cost'],
  ['update cdrs set price = 0.5 where batch_id is null', 'belongs to a usage batch'],
  ['update usage_by_time set cost = cost + 0.000001', 'the sums of usage'],
  ['delete from usage_by_line', 'the sums of usage'],
  ["update payments set status = 'paid' where status = 'pending'", 'credited what was received without VAT'],
  ["update payments set status = 'failed' where status = 'paid'", 'credited what was received without VAT'],
  ['update payments set paid_amount = 90 where paid_amount > 0', 'credited what was received without VAT'],
  ['update payments set paid_amount = 90 where paid_amount > 0', 'has received what the bank booked for it'],
  ['update bank_entries set amount = 99', 'what the bank booked for a payment is in the ledger'],
  ["update bank_entries set payment_id = null, unmatched_reason = 'batch'", 'is in the ledger'],
  ['update payment_entries set amount = 90', 'changes a balance by the amounts of its payments'],
  ['delete from payment_entries', 'of a top-up or refund belongs to a payment'],
  [
    'update payments set balance_after = balance_after + 1, balance_before = balance_before + 1',
    'is that of the statement',
  ],
  [
    "update journal_entries set event_key = 'invoice:other' where kind = 'invoice'",
    'a document’s entry debits',
  ],
  [
    'update monthly_vat_invoices set tax_amount = 1, gross_amount = 4.12, amount_due = 0.25',
    'those of its content',
  ],
  [
    `update monthly_vat_invoices set detail = jsonb_set(detail, '{lines,0,net_amount}', '"0.13"')`,
    'those of its content',
  ],
  ["update payments set status = 'pending' where status = 'paid'", 'no more of a payment than was credited'],
  [
    `insert into invoice_corrections select account_id, 'note', '1', monthly_vat_invoice_id, '1', -0.13, null
     from monthly_vat_invoices`,
    'a line is corrected by no more than its amount',
  ],
  [
    `update monthly_vat_invoices set detail = jsonb_set(detail, '{preceding_invoice}', '{"number": "1"}')`,
    'a credit note corrects what its lines say',
  ],
  ["update services set currency = 'usd'", 'the currency of their service'],
  ["update payments set status = 'refunded' where status = 'paid'", 'was given back by refunds'],
  ["update payments set status = 'partially_refunded' where status = 'paid'", 'was given back by refunds'],
  [
    "update payments set status = 'partially_paid' where status = 'paid'",
    'received all of its amount is paid',
  ],
  ["update payments set status = 'expired' where status = 'paid'", 'received all of its amount is paid'],
  [
    "update payments set type = 'refund' where status = 'paid'",
    'a refund names its payment, and has the amounts',
  ],
  [
    `update payments set type = 'refund', refunded_payment_id = 'pay_pending', tax_amount = 50, gross_amount = 150
     where status = 'paid'`,
    'a refund names its payment, and has the amounts',
  ],
  [
    `insert into crypto_transactions (account_id, payment_id, transaction_id, amount, fee, state, received_at, is_late)
     select account_id, payment_id, 'never credited', 1, 0, 'settled', now(), false from payments limit 1`,
    'a settled crypto transfer was credited',
  ],
  ['update monthly_vat_invoices set tax_rate = 10', 'the rate of its lines'],
  [
    `update monthly_vat_invoices set detail = jsonb_set(detail, '{lines,0,tax_rate}', '"5.00"')`,
    'the rate of its lines',
  ],
  ['update postings set line = line + 10 where line > 1', 'the lines of a statement have no gap'],
  ['update postings set balance_after = balance_after + 1 where line = 2', 'have no gap, and each balance'],
  ["update postings set booked_at = booked_at - interval '1 day' where line = 2", 'have no gap'],
  ["update services set created = now() + interval '1 year'", 'no service was opened in the future'],
  [
    "update postings set booked_at = now() + interval '1 year' where line = 4",
    'no line of a statement lies in the future',
  ],
  ['update postings set balance_after = 0 where line = 4', 'the last balance of a statement'],
  ['delete from postings where line = 4', 'the last balance of a statement'],
  [
    'update postings set amount = amount - 1 where line = 2',
    'what the usage batches and their corrections cost',
  ],
  ['update payment_entries set amount = 90', 'a statement credits what the list of payments does'],
  ['delete from usage_batches', 'names the usage, payment or document'],
  [
    "update payments set service_id = 'svc_other' where status = 'paid'",
    'names the usage, payment or document',
  ],
  ['delete from monthly_vat_invoices', 'names the usage, payment or document'],
  ['delete from monthly_vat_invoices', 'every number that was given'],
  ["delete from payments where status = 'pending'", 'every number that was given'],
  ["update document_counters set last = last + 1 where kind = 'INV'", 'every number that was given'],
  ['delete from monthly_vat_invoices', 'what names a document has one'],
  ["update month_closings set monthly_vat_invoice_id = 'mvi_2'", 'what names a document has one'],
  [
    "update month_closings set month = '2026-11-01'",
    'the month of a document or of documented usage is closed',
  ],
  [
    'delete from month_closings; delete from invoiced_usage',
    'the month of a document or of documented usage is closed',
  ],
  [
    `delete from month_closings;
     update monthly_vat_invoices set detail = jsonb_set(detail, '{preceding_invoice}', '{"number": "1"}')`,
    'the month of a document or of documented usage is closed',
  ],
  [
    `insert into month_closings
     select account_id, service_id, '2026-12-01', '2026-12-31T22:00:00Z', null, now() from services`,
    'the closed months of a service follow one another',
  ],
  [
    `update services set vat_on = 'topup'; delete from document_receipts`,
    'a prepayment of a closed month is on a document',
  ],
  [
    `update usage_batches set first_record = now() - interval '14 months'; delete from invoiced_usage`,
    'usage that is taxed is on a document within 13 months',
  ],
  ...['{tax_breakdown,0,tax_amount}', '{tax_breakdown,0,taxable_amount}', '{tax_breakdown,0,rate}'].map(
    (path): [string, string] => [
      `update monthly_vat_invoices set detail = jsonb_set(detail, '${path}', '"3.00"')`,
      'the VAT breakdown of a document is that of its lines',
    ],
  ),
  [
    `update monthly_vat_invoices set detail = jsonb_set(detail, '{tax_breakdown,0,exemption_code}', '"VATEX-EU-AE"')`,
    'the VAT breakdown of a document is that of its lines',
  ],
  [
    "update monthly_vat_invoices set detail = detail #- '{tax_breakdown,0}'",
    'the VAT breakdown of a document is that of its lines',
  ],
  [
    `update monthly_vat_invoices set detail = jsonb_set(detail, '{tax_breakdown,0,tax_amount}', '"3.00"')`,
    'the VAT of a document is the sum of its breakdown',
  ],
  [
    "update monthly_vat_invoices set tax_treatment = 'reverse_charge'",
    'its treatment that of the first part',
  ],
  ...['name', 'address', 'country', 'tax_number'].map((member): [string, string] => [
    `update monthly_vat_invoices set detail = jsonb_set(detail, '{supplier,${member}}', 'null')`,
    'a document names its supplier',
  ]),
  [
    `update monthly_vat_invoices set detail = jsonb_set(detail, '{lines,0,tax_category}', '"AE"')`,
    'with reverse charge both VAT numbers',
  ],
  [
    `update monthly_vat_invoices set detail = jsonb_set(detail, '{customer,account_sid}', '"AC1"')`,
    'are addressed to their own account',
  ],
  [
    `update payments set particulars = '{"customer": {"account_sid": "AC1"}}' where status = 'pending'`,
    'are addressed to their own account',
  ],
  [
    `update payments set particulars = '{"basis": "prepayment", "vat": {"rate": "24.00"}}' where status = 'pending'`,
    'a top-up has the VAT that its documents state',
  ],
])('after "%s" reports: %s', async (statement, rule) => {
  let rules = '';
  const undo = new Error('undo');
  const attempt = portal.superuser.asBackground(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(rawSql(statement));
    rules = (await findProblems(tx)).map((problem) => problem.rule).join('\n');
    throw undo;
  });
  await expect(attempt).rejects.toBe(undo);
  expect(rules).toContain(rule);
});
