import { expect, test } from '@jest/globals';
import { unzipSync } from 'fflate';
import { rateLimited } from '../../errors/http-error.ts';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { zipOf } from './download-invoices.ts';
import { issued } from './issued-invoices.fixtures.ts';
import { insertInvoice, type StoredInvoice } from './monthly-vat-invoices.repository.ts';

const portal = testPortal();
const url = '/v1/finances/monthly-vat-invoices:download';
let sequence = 0;

/** Inserts invoices of a month of 2026 for each number. */
async function insert(
  customer: TestCustomer,
  months: readonly number[],
  changes: Partial<StoredInvoice> = {},
) {
  const ids: string[] = [];
  for (const month of months) {
    sequence += 1;
    const id = `mvi_${sequence}`;
    ids.push(id);
    const number = `2026-${String(month).padStart(2, '0')}-${String(sequence).padStart(5, '0')}`;
    const stored = { monthly_vat_invoice_id: id, number, month, service_id: null, ...changes };
    await insertInvoice(portal.database.system, customer.account.account_id, issued({}, stored));
  }
  return ids;
}

async function download(customer: TestCustomer, query: string) {
  const response = await portal.app.inject({ url: `${url}?${query}`, cookies: customer.cookies });
  const files = response.statusCode === 200 ? unzipSync(new Uint8Array(response.rawPayload)) : {};
  return { response, files };
}

test('sends the chosen invoices as one ZIP', async () => {
  const customer = await portal.customer();
  const [first, , third] = await insert(customer, [8, 9, 10]);
  const { response, files } = await download(customer, `ids=${first},${third}`);
  expect(response.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="invoices.zip"',
    'cache-control': 'no-store',
  });
  expect(Object.keys(files).sort()).toEqual([
    expect.stringMatching(/^invoice_2026-08-\d+\.pdf$/),
    expect.stringMatching(/^invoice_2026-10-\d+\.pdf$/),
  ]);
  const one = await customer.get(`/v1/finances/monthly-vat-invoices/${first}?format=pdf`);
  const [content] = Object.values(files).filter((_file, index) =>
    Object.keys(files)[index]?.includes('-08-'),
  );
  expect(Buffer.from(content ?? []).toString('latin1').length).toBeGreaterThan(10_000);
  expect(Buffer.from(content ?? []).toString()).toBe(one.body);
});

test('sends the filtered invoices, as XML if asked for', async () => {
  const customer = await portal.customer();
  await insert(customer, [9, 10, 10]);
  const { response, files } = await download(customer, 'year=2026&month=10&format=xml');
  expect(response.headers['content-disposition']).toBe('attachment; filename="invoices_2026-10.zip"');
  expect(Object.keys(files)).toHaveLength(2);
  for (const file of Object.values(files)) expect(Buffer.from(file).toString()).toMatch(/^<\?xml/);
});

test('does not contain invoices of others, and refuses a choice without any', async () => {
  const [foreign] = await insert(await portal.customer(), [10]);
  const customer = await portal.customer();
  const [own] = await insert(customer, [10]);
  expect(Object.keys((await download(customer, `ids=${foreign},${own}`)).files)).toHaveLength(1);
  expect((await download(customer, `ids=${foreign}`)).response.statusCode).toBe(404);
});

test('waits for the turn of further documents, once the file has begun', async () => {
  const rows = [{ monthly_vat_invoice_id: 'mvi_a' }, { monthly_vat_invoice_id: 'mvi_b' }];
  let refusals = 0;
  const documentOf = async (id: string) => {
    if (id === 'mvi_b' && refusals < 2) {
      refusals += 1;
      throw rateLimited(1);
    }
    return { invoice: issued({}, { monthly_vat_invoice_id: id, number: id }), content: id };
  };
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipOf(rows, 'xml', documentOf)) chunks.push(chunk);
  expect(Object.keys(unzipSync(new Uint8Array(Buffer.concat(chunks))))).toHaveLength(2);
  await expect(
    zipOf(rows.toReversed(), 'xml', async () => Promise.reject(rateLimited(1))).next(),
  ).rejects.toThrow('rate_limited');
});

test('refuses more than a hundred invoices, and ids of another form', async () => {
  const customer = await portal.customer();
  await insert(
    customer,
    Array.from({ length: 101 }, () => 10),
  );
  const refused = await download(customer, 'year=2026');
  expect(refused.response.statusCode).toBe(422);
  expect(refused.response.json()).toMatchObject({ code: 'range_too_long' });
  expect((await download(customer, "ids=mvi_1,'")).response.statusCode).toBe(400);
});
