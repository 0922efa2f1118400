import { expect, test } from '@jest/globals';
import { readPdf } from '../../testing/read-pdf.ts';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { composeInvoiceFile } from './compose-invoice-file.ts';
import type { Usage } from './invoice-arithmetic.ts';
import { renderInvoice } from './invoice-files.ts';
import { calls, issued, issuedInvoices } from './issued-invoices.fixtures.ts';
import { insertInvoice, type StoredInvoice } from './monthly-vat-invoices.repository.ts';

const portal = testPortal();
const url = '/v1/finances/monthly-vat-invoices';

async function pdfOf(invoice: StoredInvoice) {
  const bytes = await renderInvoice(invoice, 'pdf');
  if (typeof bytes === 'string') throw new Error('no PDF');
  return { bytes, ...(await readPdf(bytes)) };
}

async function owner(invoice: StoredInvoice = issued()): Promise<TestCustomer> {
  const customer = await portal.customer();
  await insertInvoice(portal.database.system, customer.account.account_id, { ...invoice, service_id: null });
  return customer;
}

test('a thread composes the same file as this one', async () => {
  for (const format of ['pdf', 'xml'] as const) {
    const [here, there] = [
      await composeInvoiceFile({ invoice: issued(), format }),
      await renderInvoice(issued(), format),
    ];
    expect(Buffer.compare(Buffer.from(here), Buffer.from(there))).toBe(0);
  }
});

test('the PDF contains the XML, and declares it', async () => {
  const invoice = issued();
  const { files, xmp, isTagged } = await pdfOf(invoice);
  expect(files).toEqual([
    { name: 'factur-x.xml', description: 'Factur-X invoice', content: await renderInvoice(invoice, 'xml') },
  ]);
  expect(isTagged).toBe(true);
  expect(xmp).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>');
  expect(xmp).toContain('<fx:DocumentType>INVOICE</fx:DocumentType>');
  expect(xmp).toContain('<pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#');
});

test('the PDF states what article 226 asks for, in the language of the invoice', async () => {
  const { pages, language, info } = await pdfOf(issuedInvoices('de')['reverse charge'] ?? issued());
  expect(language).toBe('de');
  expect(info['Title']).toBe('Rechnung 2026-10-00412');
  for (const text of [
    'Rechnung 2026-10-00412',
    'Dalat & Söhne OÜ',
    'USt-IdNr.: EE100000010',
    'Παπαδόπουλος Εμπορική ΑΕ',
    'Griechenland',
    'USt-IdNr.: EL123456789',
    '1. November 2026',
    '1.–31. Oktober 2026',
    'Ausgehende Anrufe, Germany mobile',
    '1.503,40 Min.',
    'Steuerschuldnerschaft des Leistungsempfängers',
    '184,17 €',
  ])
    expect(pages[0]).toContain(text);
});

test('a credit note names the corrected invoice; dollars name the VAT in euro and the rate', async () => {
  const { pages } = await pdfOf(issuedInvoices('en')['credit note'] ?? issued());
  expect(pages[0]).toContain('Credit note 2026-10-00412');
  expect(pages[0]).toContain('2026-09-00007 of 1 October 2026');
  const dollars = (await pdfOf(issuedInvoices('en')['dollars'] ?? issued())).pages[0];
  expect(dollars).toContain('$228.37');
  expect(dollars).toContain('VAT in EUR (rate 1.1436, ECB 2026-10-30)');
  expect(dollars).toContain('€38.65');
});

test('VAT of several rates is added up', async () => {
  const before: Partial<Usage> = { tax: { treatment: 'standard', rate: '22.00' } };
  const { pages } = await pdfOf(issued({ usages: [calls('100.00'), calls('50.00', before)] }));
  expect(pages[0]).toMatch(/24% .*€24\.00.*22% .*€11\.00.*VAT\s+€35\.00.*€185\.00/s);
});

test('every kind of invoice has a PDF without a missing glyph or place', async () => {
  for (const invoice of Object.values(issuedInvoices('lv'))) {
    const { pages } = await pdfOf(invoice);
    expect(pages.join(' ')).not.toMatch(/\?|\{\{|undefined|NaN/);
  }
});

test.each([
  ['Accept: application/pdf', '', { accept: 'application/pdf' }, 'pdf'],
  ['?format=pdf', '?format=pdf', {}, 'pdf'],
  ['Accept: application/xml', '', { accept: 'application/xml' }, 'xml'],
  ['?format=xml', '?format=xml', { accept: 'text/html,application/xhtml+xml' }, 'xml'],
])('sends the document for %s as a file', async (_name, query, headers: Record<string, string>, format) => {
  const customer = await owner(
    issued({}, { monthly_vat_invoice_id: 'mvi_f', number: `2026-10-${format}${query.length}` }),
  );
  const response = await customer.get(`${url}/mvi_f${query}`, headers);
  expect(response.status).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': `application/${format}`,
    'content-disposition': `attachment; filename="invoice_2026-10-${format}${query.length}.${format}"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(response.body.slice(0, 5)).toBe(format === 'pdf' ? '%PDF-' : '<?xml');
});

test('the list and the data say which documents there are', async () => {
  const customer = await owner(
    issued({ language: 'de' }, { monthly_vat_invoice_id: 'mvi_l', number: '2026-10-77' }),
  );
  expect((await customer.get(url)).body.items[0]).toMatchObject({ has_pdf: true, has_xml: true });
  const { invoice } = (await customer.get(`${url}/mvi_l`, { accept: 'application/json' })).body;
  expect(invoice.files).toMatchObject([
    { format: 'pdf', profile: 'facturx-en16931', url: `${url}/mvi_l?format=pdf` },
    { format: 'xml', profile: 'cii-en16931', url: `${url}/mvi_l?format=xml` },
  ]);
  expect(invoice.lines[0].description).toBe('Ausgehende Anrufe, Germany mobile');
  for (const file of invoice.files) expect((await customer.get(file.url)).status).toBe(200);
});

test('a document keeps its language and its bytes when the customer changes theirs or pays', async () => {
  const customer = await owner(
    issued({ language: 'de' }, { monthly_vat_invoice_id: 'mvi_k', number: '2026-10-88' }),
  );
  const { body: before } = await customer.get(`${url}/mvi_k?format=pdf`);
  await customer.put('/v1/accounts/profile', { language: 'fr', company: 'Renamed' });
  const { body: after } = await customer.get(`${url}/mvi_k?format=pdf`);
  expect(after).toBe(before);
});

test('other customers and unknown formats get no document', async () => {
  await owner(issued({}, { monthly_vat_invoice_id: 'mvi_o', number: '2026-10-99' }));
  const other = await portal.customer();
  expect((await other.get(`${url}/mvi_o?format=pdf`)).status).toBe(404);
  expect((await other.get(`${url}/mvi_o?format=docx`)).status).toBe(400);
});
