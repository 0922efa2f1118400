import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Endpoint } from '@portal/contract/endpoint';
import { endpoints } from '@portal/contract/endpoints';
import { sampleInvoice } from '../modules/monthly-vat-invoices/monthly-vat-invoices.fixtures.ts';
import { insertInvoice } from '../modules/monthly-vat-invoices/monthly-vat-invoices.repository.ts';
import { givenService } from '../modules/services/services.fixtures.ts';
import { givenCalls } from '../modules/traffic/cdr.fixtures.ts';
import { givenMessages } from '../modules/traffic/messages.fixtures.ts';
import { type TestCustomer, testPassword, testPortal } from '../testing/test-portal.ts';
import { basic, programOf, send, tokenOf } from '../testing/test-program.ts';

const portal = testPortal();
const services = '/v1/services/all';

interface Ids {
  voicing: string;
  messaging: string;
  call: string;
  message: string;
  invoice: string;
  payment: string;
}

/** A customer with calls, messages, an invoice and a payment. */
async function givenCustomer(): Promise<{ customer: TestCustomer; ids: Ids }> {
  const customer = await portal.customer();
  const { account_id } = customer.account;
  const voicing = await givenService(portal.database, account_id);
  const messaging = await givenService(portal.database, account_id, { type: 'messaging' });
  const rows = Array.from({ length: 30 }, () => ({}));
  const [call] = await givenCalls(portal.database, { account_id, service_id: voicing.service_id }, rows);
  const [message] = await givenMessages(
    portal.database,
    { account_id, service_id: messaging.service_id },
    rows,
  );
  const monthly_vat_invoice_id = `mvi_${account_id}`;
  const invoice = { ...sampleInvoice, monthly_vat_invoice_id, number: account_id };
  await insertInvoice(portal.database.system, account_id, invoice);
  const top = { service_id: voicing.service_id, amount: '50.00' };
  const { payment } = (await customer.post('/v1/finances/payments/invoices', top)).body;
  const { service_id } = voicing;
  return {
    customer,
    ids: {
      voicing: service_id,
      messaging: messaging.service_id,
      call: call!.cdr_id,
      message: message!.message_id,
      invoice: monthly_vat_invoice_id,
      payment: payment.payment_id,
    },
  };
}

const day = 'start_date=2026-11-20&end_date=2026-11-20';
/** A request to every endpoint of the account API that the customer's data answer. */
function requestsOf({ voicing, messaging, call, message, invoice, payment }: Ids): Record<string, string> {
  return {
    listServices: services,
    getBalance: `/v1/services/${voicing}/balance`,
    getStats: `/v1/services/${messaging}/stats?${day}&limit=10`,
    listCdrs: `/v1/services/${voicing}/cdr?${day}&limit=10`,
    getCdr: `/v1/services/${voicing}/cdr/${call}`,
    getMessage: `/v1/services/${messaging}/messages/${message}`,
    getCallTotals: `/v1/services/${voicing}/cdr/totals?${day}`,
    getMessageTotals: `/v1/services/${messaging}/messages/totals?${day}`,
    listRentedNumbers: `/v1/services/${voicing}/numbers/rented`,
    listServiceCountries: `/v1/services/${voicing}/country`,
    listCallRates: `/v1/services/${voicing}/rates/calls`,
    listMessageRates: `/v1/services/${messaging}/rates/messages`,
    getMessagingReport: `/v1/services/${messaging}/report?${day}`,
    listPayments: '/v1/finances/payments',
    getPayment: `/v1/finances/payments/${payment}`,
    getPaymentDocument: `/v1/finances/payments/${payment}/documents/proforma.pdf`,
    getStatement: `/v1/finances/statement?service_id=${voicing}&${day}`,
    listMonthlyVatInvoices: '/v1/finances/monthly-vat-invoices',
    getMonthlyVatInvoice: `/v1/finances/monthly-vat-invoices/${invoice}`,
    downloadMonthlyVatInvoices: `/v1/finances/monthly-vat-invoices:download?ids=${invoice}&format=xml`,
    previewMonthlyVatInvoice: `/v1/finances/monthly-vat-invoices/preview?service_id=${voicing}`,
  };
}

const table = Object.entries<Endpoint>(endpoints);
const marked = table.filter(([, { accountApi }]) => accountApi);
let customer: TestCustomer;
let ids: Ids;
let program: Awaited<ReturnType<typeof programOf>>;

beforeAll(async () => {
  ({ customer, ids } = await givenCustomer());
  program = await programOf(portal.app, customer);
});

describe('the account API', () => {
  test('has only endpoints that read, and this file requests each of them', () => {
    for (const [, { method, access }] of marked)
      expect({ method, access }).toEqual({ method: 'GET', access: 'session' });
    const known = Object.keys(requestsOf(ids));
    expect(known.toSorted()).toEqual(marked.map(([id]) => id).sort());
  });

  test.each(marked.map(([id]) => id))('%s answers a program as it answers a session', async (id) => {
    const url = requestsOf(ids)[id] ?? '';
    const answer = await program(url);
    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.headers['cache-control']).toBe('no-store');
    const page = await customer.get(url);
    expect(answer.headers['content-type']).toBe(page.headers['content-type']);
    // The bytes of a PDF and of a ZIP name the time, as does a preview.
    const [own, shown] = [answer, page].map(({ body }) =>
      JSON.stringify(body).replace(/"as_of":"[^"]*"/, ''),
    );
    if (String(answer.headers['content-type']).includes('json')) expect(own).toBe(shown);
    expect((await send(portal.app, url)).status).toBe(401);
  });

  test('sends an invoice as PDF and as XML', async () => {
    const url = requestsOf(ids)['getMonthlyVatInvoice'];
    expect((await program(`${url}?format=pdf`)).headers['content-type']).toBe('application/pdf');
    expect((await program(`${url}?format=xml`)).headers['content-type']).toMatch(/^application\/xml/);
  });

  test.each(
    table.filter(
      ([, { access, accountApi }]) => (access === 'session' || access === 'limited') && !accountApi,
    ),
  )('%s does not know the credentials', async (_, { method, path, body }) => {
    const url = path.replace(/\{service_id\}/, ids.voicing).replace(/\{\w+\}/g, ids.payment);
    const headers = basic(customer.account.account_sid, await tokenOf(customer));
    const response = await portal.app.inject({
      method,
      url,
      headers: { 'x-requested-with': 'portal', ...headers },
      ...(body !== undefined && { payload: {} }),
    });
    expect(response.statusCode).toBe(401);
    expect(response.json().code).toBe('unauthenticated');
    expect(response.headers['www-authenticate']).toBeUndefined();
  });

  test('accepts no e-mail address and password', async () => {
    const headers = basic(customer.account.email, testPassword);
    expect((await send(portal.app, services, headers)).body.code).toBe('account_token_invalid');
  });

  test('answers HEAD as GET', async () => {
    const headers = basic(customer.account.account_sid, await tokenOf(customer));
    const response = await portal.app.inject({ method: 'HEAD', url: services, headers });
    expect([response.statusCode, response.body]).toEqual([200, '']);
  });

  test('pages by cursor through all rows', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body } = await program(
        `/v1/services/${ids.voicing}/cdr?${day}&limit=10&totals=none${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...body.items.map(({ cdr_id }: { cdr_id: string }) => cdr_id));
      cursor = body.next_cursor;
    }
    expect(new Set(seen).size).toBe(30);
    expect(seen).toHaveLength(30);
  });

  test('shows nothing of another account, by id or by cursor', async () => {
    const other = await givenCustomer();
    const stranger = await programOf(portal.app, other.customer);
    for (const [id, url] of Object.entries(requestsOf(ids))) {
      const { status, body } = await stranger(url);
      const text = JSON.stringify(body);
      const isForeign = Object.values(ids).some((own) => url.includes(own));
      expect({ id, status }).toEqual({ id, status: isForeign ? 404 : 200 });
      for (const own of Object.values(ids)) expect(text).not.toContain(own);
    }
    const own = `/v1/services/${ids.voicing}/cdr?${day}&limit=10&totals=none`;
    const { next_cursor, items } = (await program(own)).body;
    const theirs = own.replace(ids.voicing, other.ids.voicing);
    const { status, body } = await stranger(`${theirs}&cursor=${next_cursor}`);
    const rows = new Set(items.map(({ cdr_id }: { cdr_id: string }) => cdr_id));
    expect([200, 422]).toContain(status);
    for (const { cdr_id } of body.items ?? []) expect(rows).not.toContain(cdr_id);
  });
});
