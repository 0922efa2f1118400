import { beforeAll, expect, jest, test } from '@jest/globals';
import { auditLedger } from '@portal/bff/audit';
import { Big } from '@portal/bff/decimal';
import { createLog } from '@portal/bff/log';
import { sql } from '@portal/bff/sql';
import { schemaErrors } from '@portal/bff/testing/factur-x-schema';
import type { TestClient } from '@portal/bff/testing/test-client';
import { connectAsOwner } from '@portal/bff/testing/test-database';
import { testPortal } from '@portal/bff/testing/test-portal';
import { messageStatuses } from '@portal/contract/messages';
import { invoiceLineUnits } from '@portal/contract/monthly-vat-invoice-detail';
import { demoLogin, emptyLogin } from './account.ts';
import { seedDemonstration } from './seed-demonstration.ts';

jest.setTimeout(300_000);
const portal = testPortal({ DEMO_ACCOUNT: 'true' });
const now = new Date('2026-11-21T10:20:30Z');
async function seed(): Promise<void> {
  const owner = await connectAsOwner(portal.database);
  await seedDemonstration({ ...portal.context, database: owner }, createLog('silent'), now);
  await owner.close();
}
const voicing = '/v1/services/svc_vo_demo';
const messaging = '/v1/services/svc_me_demo';
let client: TestClient;

beforeAll(async () => {
  await seed();
  client = portal.visitor();
  expect((await client.post('/v1/users/login', { ...demoLogin })).body).toMatchObject({ next: 'welcome' });
}, 300_000);

const value = async <Value>(statement: ReturnType<typeof sql>) =>
  (await portal.database.system.first<{ value: Value }>(statement))!.value;

test('has more than a year of calls and messages, up to the last hours', async () => {
  expect(await value(sql`select count(*) as value from cdrs`)).toBeGreaterThanOrEqual(120_000);
  expect(await value(sql`select count(*) as value from messages`)).toBeGreaterThanOrEqual(40_000);
  expect(await value(sql`select min(started) < '2025-10-02' as value from cdrs`)).toBe(true);
  expect(
    await value(
      sql`select count(*) as value from cdrs where started > ${now}::timestamptz - interval '24 hours'`,
    ),
  ).toBeGreaterThan(50);
  expect(
    await value(sql`select count(*) as value from cdrs where ended > ${now}::timestamptz or started > ended`),
  ).toBe(0);
  expect(
    await value(
      sql`select count(*) as value from messages where created > ${now}::timestamptz - interval '24 hours'`,
    ),
  ).toBeGreaterThan(20);
  expect(await value(sql`select count(*) as value from cdrs_default`)).toBe(0);
});

test('has every result, status and kind of payment', async () => {
  const distinct = (column: string, table: string) =>
    portal.database.pool
      .query(`select array_agg(distinct ${column} order by ${column}) as found from ${table}`)
      .then(({ rows }) => rows[0].found);
  expect(await distinct('result', 'cdrs')).toHaveLength(9);
  expect(await distinct('status', 'messages')).toEqual([...messageStatuses].sort());
  expect(await distinct('status', 'rented_numbers')).toHaveLength(7);
  const payments = "payments where method in ('bank_transfer', 'crypto')";
  expect(await distinct("method || '/' || status", payments)).toHaveLength(18);
  expect(await value(sql`select count(*) as value from cdrs where not rated`)).toBeGreaterThan(0);
});

test('has calls in the repeated hour and around the skipped one', async () => {
  const calls = (from: string, to: string) =>
    value<number>(sql`select count(*) as value from cdrs where started >= ${from} and started < ${to}`);
  expect(await calls('2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z')).toBeGreaterThan(2);
  expect(await calls('2026-10-25T01:00:00Z', '2026-10-25T02:00:00Z')).toBeGreaterThan(2);
  expect(await calls('2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z')).toBeGreaterThan(2);
});

test('every price follows from its rate', async () => {
  const wrong = sql`
    select count(*) as value from cdrs
    where price <> case when duration_seconds = 0 or rate_initial is null then 0 else round(
      (rate_initial * rate_initial_interval + rate_next * (billed_seconds - rate_initial_interval)) / 60 + fee, 6) end`;
  expect(await value(wrong)).toBe(0);
});

test('every message has the price of its network from the price list of its service', async () => {
  const wrong = sql`
    select count(*) as value
    from messages m join services s using (account_id, service_id)
    left join message_prices p on p.price_list_id = s.price_list_id and (p.mcc, p.mnc) = (m.mcc, m.mnc)
    where m.direction = 'outbound' and (p.unit_price is distinct from m.unit_price
      or m.price <> case when m.status in ('scheduled', 'queued', 'canceled', 'rejected') then 0 else p.unit_price * m.parts end)`;
  expect(await value(wrong)).toBe(0);
});

test('documents add up, and with payments and traffic they equal the balance', async () => {
  const { body } = await client.get('/v1/finances/monthly-vat-invoices?limit=100');
  expect(body.total).toBe(27);
  const count = (field: string, wanted: string) =>
    body.items.filter((item: Record<string, string>) => item[field] === wanted).length;
  expect([
    count('document_type', 'credit_note'),
    count('tax_treatment', 'reverse_charge'),
    count('service_type', 'voicing'),
  ]).toEqual([1, 2, 14]);
  for (const item of body.items) {
    const { invoice } = (await client.get(`/v1/finances/monthly-vat-invoices/${item.monthly_vat_invoice_id}`))
      .body;
    const sum = (amounts: string[]) =>
      amounts.reduce((total, amount) => total.plus(amount), new Big(0)).toFixed(2);
    const { totals } = invoice;
    expect(sum(invoice.lines.map((line: { net_amount: string }) => line.net_amount))).toBe(totals.net);
    expect(new Big(totals.net).times(item.tax_rate).div(100).round(2).toFixed(2)).toBe(totals.tax);
    expect(sum([totals.net, totals.tax])).toBe(totals.gross);
    expect(sum(invoice.payments.map((payment: { amount: string }) => payment.amount))).toBe(totals.paid);
    expect(sum([totals.paid, totals.due])).toBe(totals.gross);
    for (const { unit } of invoice.lines) expect(invoiceLineUnits).toContain(unit);
    // Nobody supplies to themselves.
    expect(invoice.supplier.tax_number).not.toBe(invoice.customer.tax_number);
    expect([item.net_amount, item.gross_amount, item.amount_due]).toEqual([
      totals.net,
      totals.gross,
      totals.due,
    ]);
  }
  const unpaid = body.items.filter((item: { amount_due: string }) => item.amount_due !== '0.00');
  expect(unpaid).toMatchObject([{ service_type: 'messaging', month: 10, due_date: '2026-11-15' }]);
  const byNumber = body.items.toSorted((a: { number: string }, b: { number: string }) =>
    a.number < b.number ? -1 : 1,
  );
  const dates = byNumber.map(({ issue_date }: { issue_date: string }) => issue_date);
  expect(dates).toEqual([...dates].sort());
  const balances = sql`
    select json_object_agg(service_id, balance = (
        select sum(e.amount) from payments p join payment_entries e using (account_id, payment_id)
        where p.service_id = s.service_id
      ) - (
        select sum(gross_amount) from monthly_vat_invoices i
        where i.service_id = s.service_id and document_type = 'invoice'
      ) - (
        select coalesce(sum(price), 0) from (
          select price from cdrs c where c.service_id = s.service_id and started >= '2026-10-31T22:00:00Z'
          union all
          select price from messages m where m.service_id = s.service_id and created >= '2026-10-31T22:00:00Z'
        ) traffic
      ) - (
        select coalesce(sum(amount), 0) from number_charges c
        where c.service_id = s.service_id and not exists (select from invoiced_charges i where i.charge_id = c.charge_id)
      )) as value
    from services s where service_id like '%demo'`;
  expect(await value(balances)).toEqual({ svc_vo_demo: true, svc_me_demo: true });
});

test('the audit of the ledger finds nothing', async () => {
  const { problems, compared } = await auditLedger(portal.database);
  expect(problems).toEqual([]);
  expect(compared.usage_batches).toBeGreaterThan(700);
});

test('balances, payments and their total follow from the ledger', async () => {
  const wrong = sql`
    select json_agg(service_id) as value from services s where service_id like '%demo' and balance <> (
      select sum(amount) from postings join ledger_accounts a using (ledger_account_id) where a.service_id = s.service_id)`;
  expect(await value(wrong)).toBeNull();
  const { body } = await client.get(
    '/v1/finances/payments?start_date=2025-11-23&end_date=2026-11-21&limit=100',
  );
  expect(body.total).toBeGreaterThan(30);
  const credited = sql`
    select sum(payment_entries.amount)::text as value from payment_entries join payments using (account_id, payment_id)
    where created >= '2025-11-22T22:00:00Z'`;
  expect(body.summary[0].paid).toBe(await value(credited));
  for (const payment of body.items) {
    if (payment.balance_after === null) continue;
    expect(new Big(payment.balance_before).plus(payment.credited).eq(payment.balance_after)).toBe(true);
  }
  for (const { status, paid_amount, credited } of body.items) {
    // What has arrived was credited, unless the network is still confirming it.
    if (paid_amount !== null && status !== 'processing') expect(credited).not.toBe('0.00');
  }
});

test('an invoice equals the cost of its month’s calls and numbers', async () => {
  const { body } = await client.get(
    '/v1/finances/monthly-vat-invoices?year=2026&month=10&service_type=voicing',
  );
  const traffic = await value<string>(sql`
    select sum(price)::text as value from cdrs where started >= '2026-09-30T21:00:00Z' and started < '2026-10-31T22:00:00Z'`);
  const { invoice } = (
    await client.get(`/v1/finances/monthly-vat-invoices/${body.items[0].monthly_vat_invoice_id}`)
  ).body;
  const calls = invoice.lines.filter(
    (line: { description_code: string }) => line.description_code === 'voice_outgoing',
  );
  const sum = calls.reduce(
    (total: Big, line: { net_amount: string }) => total.plus(line.net_amount),
    new Big(0),
  );
  // Each line is rounded to a cent.
  expect(sum.minus(traffic).abs().lte(new Big('0.005').times(calls.length))).toBe(true);
});

test('every invoice has a PDF, and XML that follows the schema of Factur-X', async () => {
  const { body } = await client.get('/v1/finances/monthly-vat-invoices?limit=100');
  expect(body.total).toBeGreaterThan(20);
  for (const { monthly_vat_invoice_id: id } of body.items) {
    const document = async (format: string) =>
      (await client.get(`/v1/finances/monthly-vat-invoices/${id}?format=${format}`)).body;
    expect(await schemaErrors(await document('xml'))).toEqual([]);
    expect(await document('pdf')).toMatch(/^%PDF-1\.7/);
  }
});

test('one service is below its threshold, the other in debt', async () => {
  const { body } = await client.get('/v1/services/all');
  expect(body.services).toMatchObject([
    { type: 'voicing', threshold_enabled: true, threshold_amount: '20.00', threshold_state: 'triggered' },
    { type: 'messaging', threshold_enabled: false, threshold_state: 'off' },
  ]);
  // In its month 18.40; the rents of the months since are reserved as well.
  expect(Number(body.services[0].available)).toBeLessThanOrEqual(18.4);
  expect(Number(body.services[1].balance)).toBeLessThan(0);
});

test.each([
  `${voicing}/cdr?start_date=2026-09-01&end_date=2026-11-21`,
  `${voicing}/stats?start_date=2025-11-22&end_date=2026-11-21&filter=day`,
  `${voicing}/stats?start_date=2026-11-01&end_date=2026-11-21&filter=country`,
  `${messaging}/stats?start_date=2026-09-01&end_date=2026-11-21`,
  `${messaging}/report?start_date=2025-11-22&end_date=2026-11-21`,
  `${voicing}/numbers/rented`,
  `${voicing}/country`,
  '/v1/finances/payments',
])('%s responds by its contract', async (url) => {
  const { status, body } = await client.get(url);
  expect({ status, hasRows: body.items?.length > 0 }).toEqual({ status: 200, hasRows: true });
});

test('a second start adds nothing', async () => {
  const before = await value(sql`select count(*) as value from accounts`);
  await seed();
  expect(await value(sql`select count(*) as value from accounts`)).toBe(before);
});

test('the empty account has a service without traffic', async () => {
  const empty = portal.visitor();
  await empty.post('/v1/users/login', { ...emptyLogin });
  expect((await empty.get('/v1/services/svc_vo_empty/cdr')).body).toMatchObject({ total: 0, items: [] });
  expect((await empty.get(`${voicing}/cdr`)).status).toBe(404);
});
