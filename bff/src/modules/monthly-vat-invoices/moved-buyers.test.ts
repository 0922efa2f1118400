import { afterEach, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { sql } from '../../database/sql.ts';
import { Big } from '../../listing/decimal.ts';
import { schemaErrors } from '../../testing/factur-x-schema.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { setTaxNumber } from '../accounts/change-locked-members.ts';
import { staffActions } from '../accounts/staff-actions.fixtures.ts';
import { importSample } from '../bank/import-sample.fixtures.ts';
import { sampleStatement } from '../bank/statement.fixtures.ts';
import { creditNote } from '../billing/credit-note.ts';
import { refundPayment } from '../billing/refund.ts';
import { auditLedger } from '../ledger/audit.ts';
import { givenStaffAction } from '../ledger/ledger.fixtures.ts';
import { closeMonths } from './close-months.ts';
import { closingFixtures, type Owner } from './closing.fixtures.ts';

const portal = testPortal();
const { givenOpenService, givenUsage } = closingFixtures(portal);
const perform = staffActions(portal);
const list = '/v1/finances/monthly-vat-invoices';

/** Tests of payments that are given back today close the current month before its end. */
const earlyClosing = [
  'a month was closed after its end, at midnight in a time zone',
  'a document has the days of its month',
];
afterEach(async () => {
  const { problems } = await auditLedger(portal.database);
  expect(problems.filter(({ rule }) => !earlyClosing.includes(rule))).toEqual([]);
});

const american = { country: 'us', tax_number: '12-3456789', tax_status: 'unchecked' } as const;
const finnish = { country: 'fi', tax_number: 'FI12345671', tax_status: 'valid' } as const;
const estonian = { country: 'ee', tax_number: 'EE100000010', tax_status: 'valid' } as const;
const german = { country: 'de', tax_number: 'DE123456788', tax_status: 'valid' } as const;

interface Item {
  monthly_vat_invoice_id: string;
  summary: object;
}

interface TopUp {
  payment_id: string;
  number: string;
  gross_amount: string;
}

/** A top-up that is asked for now, and was paid on this day. */
async function toppedUp({ customer, service_id }: Owner, amount: string, booked: string): Promise<TopUp> {
  const request = { service_id, amount, allow_duplicate: true };
  const { payment } = (await customer.post('/v1/finances/payments/invoices', request)).body;
  await booking(payment, booked);
  return payment;
}

async function booking({ number, gross_amount: amount }: TopUp, booked: string, isReturn = false) {
  const entry = { amount, text: number, booked, bankReference: `${number}-${booked}`, isReturn };
  expect(await importSample(portal.context, sampleStatement([entry]))).toEqual(['credited']);
}

/** Changes country and number by the command of the staff, and lets the register say `valid` unless another verdict is given. */
async function move(
  { account_id: account }: Owner,
  { country, tax_number }: { country: string; tax_number: string | null },
  verdict = 'valid',
) {
  await perform('set-tax-number', setTaxNumber, { account, country, 'tax-number': tax_number ?? 'none' });
  if (tax_number !== null) await judge({ account_id: account }, verdict);
}

const judge = ({ account_id }: { account_id: string }, verdict: string) =>
  portal.superuser.system.run(
    sql`update accounts set tax_status = ${verdict}, tax_check_due = null where account_id = ${account_id}`,
  );

/** Closes the months up to this one, also if it has not ended, and returns the service's documents with their XML. */
async function closed({ customer, service_id }: Owner, month = '2026-10') {
  await closeMonths(portal.context, { lastMonth: month, endedBy: DateTime.fromISO('2100-01-01') });
  const { items } = (await customer.get(`${list}?service_id=${service_id}&order=number`)).body;
  return Promise.all(
    items.map(async ({ monthly_vat_invoice_id: id, summary }: Item) => ({
      ...(await customer.get(`${list}/${id}`)).body.invoice,
      summary,
      xml: String((await customer.get(`${list}/${id}?format=xml`)).body),
    })),
  );
}

const previewed = async ({ customer, service_id }: Owner) =>
  (await customer.get(`${list}/preview?service_id=${service_id}`)).body.preview;

const outside = { treatment: 'outside_scope', rate: '0.00', country: 'us', reason: 'outside_eu' };
const reverse = { treatment: 'reverse_charge', rate: '0.00', country: 'fi', reason: 'reverse_charge' };
const ownCountry = { treatment: 'standard', rate: '24.00', country: 'ee', reason: 'provider_country' };

test.each([
  ['no number in the Union', american, { country: 'de', tax_number: null }, 'valid', outside],
  ['a refused number in the Union', american, german, 'invalid', outside],
  ['the country of the provider', finnish, estonian, 'valid', reverse],
  ['a country outside the Union', finnish, american, 'unchecked', reverse],
  ['a confirmed number of another country', estonian, finnish, 'valid', ownCountry],
  ['a country outside the Union', estonian, american, 'unchecked', ownCountry],
])(
  'after a change to %s, a payment is documented as it was charged',
  async (_, before, after, verdict, vat) => {
    const owner = await givenOpenService('topup', before);
    const { gross_amount } = await toppedUp(owner, '100.00', '2026-10-05');
    await move(owner, after, verdict);
    await closed(owner, '2026-09');
    expect((await previewed(owner)).vat).toEqual(vat);
    const [invoice, ...others] = await closed(owner);
    expect(others).toEqual([]);
    const { country, tax_number } = before;
    expect(invoice).toMatchObject({
      ...{ tax_treatment: vat.treatment, vat, customer: { country, tax_number } },
      totals: { net: '100.00', gross: gross_amount, paid: gross_amount, due: '0.00' },
    });
    expect(invoice.xml).toContain(`<ram:CountryID>${country.toUpperCase()}</ram:CountryID>`);
    expect(invoice.xml.includes(`<ram:ID schemeID="VA">${tax_number}</ram:ID>`)).toBe(before !== american);
    expect(await schemaErrors(invoice.xml)).toEqual([]);
  },
);

test('payments before and after a move are on a document each, and the preview is their sum', async () => {
  const owner = await givenOpenService('topup', american);
  await givenUsage(owner, 'moved', { '2026-10-03T08:00:00Z': '7' });
  await toppedUp(owner, '100.00', '2026-10-05');
  await move(owner, finnish);
  await toppedUp(owner, '50.00', '2026-10-06');
  await toppedUp(owner, '30.00', '2026-10-07');
  await closed(owner, '2026-09');
  const preview = await previewed(owner);
  const documents = await closed(owner);
  expect(documents).toMatchObject([
    { vat: outside, customer: { country: 'us' }, lines: [{ net_amount: '100.00' }], summary: { calls: 1 } },
    { vat: reverse, customer: { country: 'fi' }, lines: [{}, {}], summary: { calls: null } },
  ]);
  expect(preview).toMatchObject({
    vat: { reason: 'several', country: null },
    totals: { net: '180.00', tax: '0.00', gross: '180.00', paid: '180.00', due: '0.00' },
    lines: [{ line_id: '1', tax_category: 'O' }, { line_id: '2', tax_category: 'AE' }, { line_id: '3' }],
    tax_breakdown: [
      { category: 'O', taxable_amount: '100.00' },
      { category: 'AE', taxable_amount: '80.00' },
    ],
    payments: [{}, {}, {}],
  });
  const mails = (await portal.mails()).filter(({ to }) => to === owner.customer.account.email);
  for (const { number } of documents)
    expect(mails.filter(({ subject }) => subject.includes(number))).toHaveLength(1);
  expect(await closed(owner)).toHaveLength(2);

  const nameDocument = (index: number) =>
    portal.superuser.system.run(sql`
      update month_closings set monthly_vat_invoice_id = ${documents[index]?.monthly_vat_invoice_id}
      where service_id = ${owner.service_id} and month = '2026-10-01'`);
  await nameDocument(1);
  expect((await auditLedger(portal.database)).problems).toContainEqual(
    expect.objectContaining({ rule: 'a closed month names its document, and no document of another month' }),
  );
  await nameDocument(0);
});

test('the VAT of each document is rounded once, and the preview has their sum', async () => {
  const owner = await givenOpenService('topup', estonian);
  for (const day of ['01', '02']) await toppedUp(owner, '10.03', `2026-10-${day}`);
  await move(owner, { country: 'ee', tax_number: 'EE100594102' });
  for (const day of ['03', '04']) await toppedUp(owner, '10.03', `2026-10-${day}`);
  await closed(owner, '2026-09');
  const { totals, vat, tax_breakdown } = await previewed(owner);
  const documents = await closed(owner);
  expect(documents).toHaveLength(2);
  const sum = (member: string) =>
    documents.reduce((all, each) => all.plus(each.totals[member]), new Big(0)).toFixed(2);
  for (const member of Object.keys(totals)) expect(totals[member]).toBe(sum(member));
  expect(totals).toMatchObject({ net: '40.12', tax: '9.62', rounding: '0.02' });
  expect(tax_breakdown).toMatchObject([{ category: 'S', taxable_amount: '40.12', tax_amount: '9.62' }]);
  expect(vat).toEqual(ownCountry);
});

test('a refund and a return by the bank are taxed as the payment that they give back', async () => {
  const owner = await givenOpenService('topup', finnish);
  const refunded = await toppedUp(owner, '100.00', '2026-10-05');
  const returned = await toppedUp(owner, '40.00', '2026-10-06');
  const [invoice] = await closed(owner);
  await move(owner, american, 'unchecked');
  // A refund is of today, and so is the rest of its month.
  const today = DateTime.now().setZone(owner.customer.account.timezone).toISODate() ?? '';
  await booking(returned, today, true);
  const event = { eventKey: `staff:refund-${refunded.number}`, reason: 'Leaves', actor: 'staff:anna' };
  await portal.database.asBackground(async (tx) => {
    await givenStaffAction(tx, event);
    const occurredAt = new Date().toISOString();
    await refundPayment(tx, refunded.number, new Big('60'), { ...event, occurredAt });
  });
  await toppedUp(owner, '20.00', today);
  const [, note, later] = await closed(owner, today.slice(0, 7));
  expect(note).toMatchObject({
    ...{ document_type: 'credit_note', vat: reverse, customer: { country: 'fi', tax_number: 'FI12345671' } },
    totals: { net: '-100.00', tax: '0.00' },
    preceding_invoices: [{ number: invoice.number }],
  });
  expect(later).toMatchObject({
    ...{ document_type: 'invoice', vat: outside, customer: { country: 'us' } },
    totals: { net: '20.00' },
    preceding_invoices: [],
  });
});

test('a payment before the register has confirmed the number says so, and a credit note repeats it', async () => {
  const owner = await givenOpenService('topup', { ...german, tax_status: 'unchecked' });
  await toppedUp(owner, '100.00', '2026-10-05');
  await judge(owner, 'valid');
  await toppedUp(owner, '50.00', '2026-10-06');
  const [unconfirmed, confirmed] = await closed(owner);
  const vat = { treatment: 'standard', rate: '19.00', country: 'de', reason: 'tax_number_not_confirmed' };
  expect(unconfirmed).toMatchObject({ vat, totals: { net: '100.00', tax: '19.00' } });
  expect(confirmed).toMatchObject({
    vat: { ...reverse, country: 'de' },
    totals: { net: '50.00', tax: '0.00' },
  });

  await move(owner, american, 'unchecked');
  await perform('credit-note', creditNote, { invoice: unconfirmed.number });
  const note = (await closed(owner)).find(({ document_type }) => document_type === 'credit_note');
  expect(note).toMatchObject({ vat, customer: { country: 'de' }, totals: { gross: '-119.00' } });
});

test('numbers that were not confirmed for different reasons, and a new name, make one document', async () => {
  const owner = await givenOpenService('topup', { ...german, tax_status: 'unchecked', company: 'Old GmbH' });
  await toppedUp(owner, '100.00', '2026-10-05');
  await judge(owner, 'invalid');
  await toppedUp(owner, '50.00', '2026-10-06');
  await portal.superuser.system.run(
    sql`update accounts set company = 'New GmbH' where account_id = ${owner.account_id}`,
  );
  await closed(owner, '2026-09');
  expect((await previewed(owner)).vat).toMatchObject({ reason: 'tax_number_invalid', country: 'de' });
  const documents = await closed(owner);
  expect(documents).toMatchObject([
    { vat: { reason: 'tax_number_not_confirmed' }, customer: { company: 'New GmbH' }, lines: [{}, {}] },
  ]);
});

test('a payment from before its VAT was stored is documented at its rate, for the buyer of today', async () => {
  const owner = await givenOpenService('topup', estonian);
  const { payment_id } = await toppedUp(owner, '100.00', '2026-10-05');
  await portal.superuser.asBackground(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`update payments set particulars = null where payment_id = ${payment_id}`);
    await tx.run(sql`
      update document_digests set digest = payment_digest(p) from payments p where document_id = ${payment_id} and payment_id = document_id`);
  });
  await move(owner, american);
  expect(await closed(owner)).toMatchObject([
    { tax_treatment: 'standard', totals: { tax: '24.00', gross: '124.00' }, customer: { country: 'us' } },
  ]);
});
