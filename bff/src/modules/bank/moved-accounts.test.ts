import { afterEach, expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { auditLedger } from '../ledger/audit.ts';
import { closeMonths } from '../monthly-vat-invoices/close-months.ts';
import { closingFixtures, type Owner } from '../monthly-vat-invoices/closing.fixtures.ts';
import { findPrepayments } from '../monthly-vat-invoices/prepayments.repository.ts';
import { findPaymentDocument } from '../payments/payment-documents.ts';
import { importSample } from './import-sample.fixtures.ts';
import { sampleStatement } from './statement.fixtures.ts';

const portal = testPortal();
const { givenOpenService } = closingFixtures(portal);
const givenOwner = (vatOn: 'usage' | 'topup', timezone: string) =>
  givenOpenService(vatOn, { tax_number: 'EE100000010', timezone });
const list = '/v1/finances/monthly-vat-invoices';

async function expectSoundBooks() {
  expect((await auditLedger(portal.database)).problems).toEqual([]);
}

afterEach(expectSoundBooks);

async function awaited({ customer, service_id }: Owner) {
  const request = { service_id, amount: '50.00', allow_duplicate: true };
  const { payment } = (await customer.post('/v1/finances/payments/invoices', request)).body;
  return payment as { payment_id: string; number: string; reference: string; gross_amount: string };
}

type Payment = Awaited<ReturnType<typeof awaited>>;

const statementOf = ({ reference, gross_amount: amount }: Payment, booked: string, isReturn = false) =>
  sampleStatement([{ amount, reference, booked, bankReference: `${reference}-${booked}`, isReturn }]);
const credit = async (payment: Payment, booked: string, isReturn = false) =>
  expect(await importSample(portal.context, statementOf(payment, booked, isReturn))).toEqual(['credited']);
const moveTo = (timezone: string, { account_id }: Owner) =>
  portal.superuser.system.run(
    sql`update accounts set timezone = ${timezone} where account_id = ${account_id}`,
  );

async function previewed({ customer, service_id }: Owner): Promise<string[]> {
  const { preview } = (await customer.get(`${list}/preview?service_id=${service_id}`)).body;
  return [preview.period_start, ...preview.payments.map(({ date }: { date: string }) => date)];
}

async function invoiced({ customer, service_id }: Owner, month: string) {
  await closeMonths(portal.context, { lastMonth: month });
  const { items } = (await customer.get(`${list}?service_id=${service_id}&order=-number`)).body;
  if (items.length === 0) return undefined;
  const { invoice } = (await customer.get(`${list}/${items[0].monthly_vat_invoice_id}`)).body;
  const { period_start, lines, payments } = invoice;
  const [{ description_params }] = lines;
  return [period_start, description_params.date, ...payments.map(({ date }: { date: string }) => date)];
}

/** Stores a transfer as it was stored formerly: at midnight in the account's time zone. */
const atMidnight = ({ payment_id }: Payment, moment: string) =>
  portal.superuser.asBackground(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`
      update journal_entries e set occurred_at = ${moment} from payment_entries l
      where l.entry_id = e.entry_id and l.payment_id = ${payment_id}`);
    await tx.run(sql`update payments set completed = ${moment} where payment_id = ${payment_id}`);
  });

test.each([
  ['Europe/Berlin', 'at midday', undefined],
  ['America/New_York', 'at midday', undefined],
  ['Pacific/Pago_Pago', 'at midday', undefined],
  ['Europe/Berlin', 'at midnight', '2026-09-30T21:00:00Z'],
  ['America/New_York', 'at midnight', '2026-09-30T21:00:00Z'],
])(
  'after a move to %s, a transfer of the first of a month, stored %s, stays in its day and month',
  async (timezone, _, formerly) => {
    const owner = await givenOwner('topup', 'Europe/Tallinn');
    const payment = await awaited(owner);
    await credit(payment, '2026-10-01');
    if (formerly !== undefined) await atMidnight(payment, formerly);
    await moveTo(timezone, owner);
    expect(await previewed(owner)).toEqual(['2026-09-01']);
    expect(await invoiced(owner, '2026-09')).toBeUndefined();
    await expectSoundBooks();
    expect(await previewed(owner)).toEqual(['2026-10-01', '2026-10-01']);
    expect(await invoiced(owner, '2026-10')).toEqual(['2026-10-01', '2026-10-01', '2026-10-01']);
    const again = statementOf(payment, '2026-10-01');
    expect(await importSample(portal.context, again, true)).toEqual(['known']);
    expect(await importSample(portal.context, again)).toEqual(['known']);
  },
);

test('after a move to the east, a transfer of the last of a month stays in its day and month', async () => {
  const owner = await givenOwner('topup', 'Pacific/Pago_Pago');
  const payment = await awaited(owner);
  await credit(payment, '2026-09-30');
  await moveTo('Pacific/Kiritimati', owner);
  expect(await previewed(owner)).toEqual(['2026-09-01', '2026-09-30']);
  expect(await invoiced(owner, '2026-09')).toEqual(['2026-09-01', '2026-09-30', '2026-09-30']);
});

test('the audit accepts the midday of the time zone where days end last', async () => {
  const owner = await givenOwner('usage', 'Etc/GMT+12');
  await credit(await awaited(owner), '2026-10-01');
  await expectSoundBooks();
});

test('a return has the day that the bank stated, and the tax point of the first receipt', async () => {
  const owner = await givenOwner('topup', 'Pacific/Kiritimati');
  const payment = await awaited(owner);
  await credit(payment, '2026-10-01');
  await moveTo('America/Los_Angeles', owner);
  await credit(payment, '2026-10-01', true);
  const period = {
    start_date: '2026-10-01',
    end_date: '2026-10-31',
    timezone: 'America/Los_Angeles',
    start_utc: '2026-10-01T07:00:00Z',
    end_utc: '2026-11-01T07:00:00Z',
  };
  const { account_id: accountId, service_id: serviceId } = owner;
  const month = { accountId, serviceId, type: 'voicing', currency: 'eur', period } as const;
  const found = await findPrepayments(portal.database.system, month);
  expect(found).toMatchObject([
    { date: '2026-10-01', tax_day: '2026-10-01', net_amount: '50.00' },
    { date: '2026-10-01', tax_day: '2026-10-01', net_amount: '-50.00' },
  ]);
});

test('the statement shows the day of the bank before and after a move', async () => {
  const owner = await givenOwner('usage', 'Europe/Tallinn');
  await credit(await awaited(owner), '2026-10-01');
  const days = async () => {
    const query = 'format=csv&start_date=2026-01-01&end_date=2026-12-31';
    const { body } = await owner.customer.get(
      `/v1/finances/statement?service_id=${owner.service_id}&${query}`,
    );
    return String(body).match(/2026-(09-30|10-01) \d\d:\d\d/gu);
  };
  expect(await days()).toEqual(['2026-10-01 12:00']);
  await moveTo('Europe/Berlin', owner);
  expect(await days()).toEqual(['2026-10-01 11:00']);
  await moveTo('America/New_York', owner);
  expect(await days()).toEqual(['2026-10-01 05:00']);
});

test('a receipt and the payments of an invoice show the day of the bank, in whichever time zone the money arrived', async () => {
  const owner = await givenOwner('usage', 'America/Los_Angeles');
  const payment = await awaited(owner);
  await moveTo('Pacific/Kiritimati', owner);
  await credit(payment, '2026-10-02');
  const { system } = portal.database;
  const found = await findPaymentDocument(system, owner.account_id, payment.payment_id, 'receipt');
  expect(JSON.stringify(found?.document)).toContain('2 October 2026');
  expect(JSON.stringify(found?.document)).not.toContain('1 October 2026');
});
