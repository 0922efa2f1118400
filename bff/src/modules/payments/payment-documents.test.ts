import { beforeEach, expect, test } from '@jest/globals';
import { type Language, languages } from '@portal/contract/language';
import { readPdf } from '../../testing/read-pdf.ts';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { importStatement } from '../bank/import-statement.ts';
import { readStatements } from '../bank/read-statement.ts';
import { sampleStatement } from '../bank/statement.fixtures.ts';
import { documentTexts } from '../documents/document-texts.ts';
import { printable } from '../documents/fonts.ts';
import { givenService } from '../services/services.fixtures.ts';

const portal = testPortal();
let client: TestCustomer;
beforeEach(async () => {
  client = await portal.customer();
});

type Options = NonNullable<Parameters<typeof givenService>[2]>;

async function awaited(customer = client, options: Options = {}) {
  const { service_id } = await givenService(portal.database, customer.account.account_id, options);
  const request = { service_id, amount: '100.00', purchase_order: 'PO-7781', allow_duplicate: true };
  const { status, body } = await customer.post('/v1/finances/payments/invoices', request);
  expect(status).toBe(201);
  return body.payment;
}

async function receive(payment: { reference: string }, amount: string, booked: string) {
  const [statement] = readStatements(sampleStatement([{ amount, booked, reference: payment.reference }]));
  await importStatement(portal.context, statement!, { fileName: 'test.xml' });
}

const urlOf = ({ payment_id }: { payment_id: string }, kind: string) =>
  `/v1/finances/payments/${payment_id}/documents/${kind}.pdf`;

async function download(payment: { payment_id: string }, kind: 'proforma' | 'receipt', customer = client) {
  const url = urlOf(payment, kind);
  const response = await portal.app.inject({ url, cookies: customer.cookies });
  expect(response.statusCode).toBe(200);
  return { bytes: response.rawPayload, headers: response.headers };
}

const textOf = async (bytes: Uint8Array) => (await readPdf(bytes)).pages.join(' ');
const kindsOf = async (paymentId: string) => {
  const { payment } = (await client.get(`/v1/finances/payments/${paymentId}`)).body;
  return [payment.documents.map(({ kind }: { kind: string }) => kind), payment.actions.includes('download')];
};

test('a pro-forma invoice states the parties, VAT and why, how to pay, and that it is no tax invoice', async () => {
  const payment = await awaited();
  expect(payment.documents).toEqual([
    { kind: 'proforma', number: payment.number, url: urlOf(payment, 'proforma'), mime: 'application/pdf' },
  ]);
  const { bytes, headers } = await download(payment, 'proforma');
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="proforma_${payment.number}.pdf"`,
  });
  const text = await textOf(bytes);
  for (const expected of [
    `Pro-forma invoice ${payment.number}`,
    'Dalat Demonstration OÜ',
    'Example Trading',
    'PO-7781',
    'VAT 24% on €100.00',
    '€24.00',
    '€124.00',
    'EE38 2200 2210 2014 5685',
    payment.reference.replaceAll(/(.{4})(?=.)/g, '$1 '),
    'is not a tax invoice',
    'You and we are in the same country (Estonia)',
    'Your monthly VAT invoice documents the payment',
  ])
    expect(text).toContain(expected);
  expect((await readPdf(bytes)).tags).toContain('Document > Figure');
});

test('a document keeps its bytes when the customer changes afterwards', async () => {
  const payment = await awaited();
  const { bytes } = await download(payment, 'proforma');
  const change = { address: 'Lai 2, Tartu', language: 'de' };
  expect((await client.put('/v1/accounts/profile', change)).status).toBe(200);
  await receive(payment, '24.00', '2026-11-20');
  const again = await download(payment, 'proforma');
  expect(Buffer.compare(again.bytes, bytes)).toBe(0);
});

test('a top-up of a service that is taxed on usage contains no VAT, and says where it is charged', async () => {
  const payment = await awaited(client, { vatOn: 'usage' });
  const text = await textOf((await download(payment, 'proforma')).bytes);
  expect(text).toContain('VAT of 24% is charged on what you use');
  expect(text).not.toContain('VAT 24% on');
});

test('a receipt states each amount that arrived, the VAT in it and what was credited, in the language of then', async () => {
  const payment = await awaited();
  expect((await client.get(urlOf(payment, 'receipt'))).status).toBe(404);
  expect(await kindsOf(payment.payment_id)).toEqual([['proforma'], true]);
  await receive(payment, '24.00', '2026-11-20');
  const first = await download(payment, 'receipt');
  expect(await kindsOf(payment.payment_id)).toEqual([['receipt', 'proforma'], true]);
  expect(await textOf(first.bytes)).toMatch(
    new RegExp(`Receipt ${payment.number}.*20 November 2026 €24\\.00 €4\\.65 €19\\.35.*is not a tax invoice`),
  );
  expect(Buffer.compare((await download(payment, 'receipt')).bytes, first.bytes)).toBe(0);

  await client.put('/v1/accounts/profile', { language: 'de' });
  await receive(payment, '100.00', '2026-11-21');
  const text = await textOf((await download(payment, 'receipt')).bytes);
  expect(text).toContain(`Beleg ${payment.number}`);
  expect(text).toMatch(
    /20\. November 2026 24,00 € 4,65 € 19,35 €.*21\. November 2026 100,00 € 19,35 € 80,65 €/,
  );
  expect(text).toMatch(/124,00 €.*100,00 €/);
});

test('the receipt is attached to the mail about its money, with its current size', async () => {
  const payment = await awaited();
  await receive(payment, '124.00', '2026-11-20');
  const { bytes } = await download(payment, 'receipt');
  const mails = (await portal.mails()).filter(({ to }) => to === client.account.email);
  expect(mails.map(({ attachments }) => attachments)).toEqual([
    [{ name: `receipt_${payment.number}.pdf`, media_type: 'application/pdf', size: bytes.length }],
  ]);
});

test('belongs to its account alone, and exists in two kinds', async () => {
  const payment = await awaited();
  const other = await portal.customer();
  expect((await other.get(urlOf(payment, 'proforma'))).status).toBe(404);
  expect((await client.get(urlOf(payment, 'invoice'))).status).toBe(404);
  expect((await client.get(urlOf({ payment_id: 'pay_none' }, 'proforma'))).status).toBe(404);
  expect((await portal.visitor().get(urlOf(payment, 'proforma'))).status).toBe(401);
});

test.each(languages)('is written in %s', async (language: Language) => {
  const customer = await portal.customer({ language });
  const payment = await awaited(customer);
  await receive(payment, '124.00', '2026-11-20');
  const words = documentTexts(language).payment;
  for (const kind of ['proforma', 'receipt'] as const) {
    const { pages, language: stated } = await readPdf((await download(payment, kind, customer)).bytes);
    expect(stated).toBe(language);
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain(`${words.titles[kind]} ${payment.number}`);
    for (const word of [words.topUp, words.received]) expect(printable(word)).toBe(word);
  }
});
