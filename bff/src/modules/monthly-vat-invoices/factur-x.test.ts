import { expect, test } from '@jest/globals';
import { languages } from '@portal/contract/language';
import { XMLParser } from 'fast-xml-parser';
import { schemaErrors } from '../../testing/factur-x-schema.ts';
import { documentTexts } from '../documents/document-texts.ts';
import { facturX } from './factur-x.ts';
import { currentTerms, invoiceDocument } from './invoice-document.ts';
import { calls, issued, issuedInvoices } from './issued-invoices.fixtures.ts';
import type { StoredInvoice } from './monthly-vat-invoices.repository.ts';

const xmlOf = (invoice: StoredInvoice) => facturX(invoiceDocument(invoice));
const parser = new XMLParser({ ignoreAttributes: false, removeNSPrefix: true, parseTagValue: false });

function read(name: string) {
  const invoice = issuedInvoices()[name];
  if (invoice === undefined) throw new Error(`no invoice ${name}`);
  const { ExchangedDocument: document, SupplyChainTradeTransaction: transaction } = parser.parse(
    xmlOf(invoice),
  ).CrossIndustryInvoice;
  const { ApplicableHeaderTradeAgreement: agreement, ApplicableHeaderTradeSettlement: settlement } =
    transaction;
  return {
    document,
    seller: agreement.SellerTradeParty,
    buyer: agreement.BuyerTradeParty,
    settlement,
    line: [transaction.IncludedSupplyChainTradeLineItem].flat()[0],
    lines: [transaction.IncludedSupplyChainTradeLineItem].flat(),
    taxes: [settlement.ApplicableTradeTax].flat(),
    sums: settlement.SpecifiedTradeSettlementHeaderMonetarySummation,
  };
}

test('the XML of every kind of invoice follows the schema of Factur-X', async () => {
  const files = (['en', 'lt'] as const).flatMap((language) =>
    Object.entries(issuedInvoices(language)).map(([kind, invoice]) => [
      `${kind} (${language})`,
      xmlOf(invoice),
    ]),
  );
  // Reading the schema takes longer than checking a file.
  expect(await schemaErrors(Object.fromEntries(files))).toEqual([]);
});

test('the schema refuses an invoice without a buyer', async () => {
  const xml = xmlOf(issued()).replace(/<ram:BuyerTradeParty>[\s\S]*<\/ram:BuyerTradeParty>/, '');
  expect(await schemaErrors(xml)).toEqual([expect.stringContaining('Buyer')]);
});

test('an unpaid invoice has its due date, terms and where to pay', () => {
  const { settlement, sums, document } = read('unpaid');
  expect(document).toMatchObject({ ID: '2026-10-00412', TypeCode: '380' });
  expect(settlement).toMatchObject({
    PaymentReference: '2026-10-00412',
    InvoiceCurrencyCode: 'EUR',
    SpecifiedTradeSettlementPaymentMeans: {
      TypeCode: '58',
      PayeePartyCreditorFinancialAccount: { IBANID: 'EE382200221020145685' },
      PayeeSpecifiedCreditorFinancialInstitution: { BICID: 'HABAEE2X' },
    },
    SpecifiedTradePaymentTerms: { DueDateDateTime: { DateTimeString: { '#text': '20261115' } } },
    BillingSpecifiedPeriod: {
      StartDateTime: { DateTimeString: { '#text': '20261001' } },
      EndDateTime: { DateTimeString: { '#text': '20261031' } },
    },
  });
  expect(sums).toMatchObject({
    GrandTotalAmount: '228.37',
    TotalPrepaidAmount: '0.00',
    DuePayableAmount: '228.37',
  });
});

test('a paid invoice names no account to pay to', () => {
  const { settlement, sums } = read('paid');
  expect(settlement.SpecifiedTradeSettlementPaymentMeans).toBeUndefined();
  expect(settlement.SpecifiedTradePaymentTerms.DueDateDateTime).toBeUndefined();
  expect(sums).toMatchObject({ TotalPrepaidAmount: '228.37', DuePayableAmount: '0.00' });
});

test('reverse charge has category AE, its code and reason, and both VAT numbers; Greece is EL in numbers, GR in addresses', () => {
  const { taxes, seller, buyer, line } = read('reverse charge');
  expect(taxes).toEqual([
    expect.objectContaining({
      CategoryCode: 'AE',
      ExemptionReasonCode: 'VATEX-EU-AE',
      ExemptionReason: expect.stringContaining('Reverse charge'),
      RateApplicablePercent: '0.00',
      CalculatedAmount: '0.00',
    }),
  ]);
  expect(seller.SpecifiedTaxRegistration.ID).toMatchObject({ '@_schemeID': 'VA', '#text': 'EE100000010' });
  expect(buyer.SpecifiedTaxRegistration.ID).toMatchObject({ '@_schemeID': 'VA', '#text': 'EL123456789' });
  expect(buyer.PostalTradeAddress).toEqual({
    LineOne: 'Οδός Ερμού 12',
    LineTwo: '10563 Αθήνα',
    CountryID: 'GR',
  });
  expect(line.SpecifiedLineTradeSettlement.ApplicableTradeTax.CategoryCode).toBe('AE');
});

test('outside the scope of VAT there is neither a rate nor a VAT number', () => {
  const { taxes, seller, buyer, line } = read('outside scope');
  expect(taxes[0]).toMatchObject({ CategoryCode: 'O', ExemptionReasonCode: 'VATEX-EU-O' });
  expect(taxes[0]).not.toHaveProperty('RateApplicablePercent');
  expect(line.SpecifiedLineTradeSettlement.ApplicableTradeTax).not.toHaveProperty('RateApplicablePercent');
  expect(seller.SpecifiedTaxRegistration.ID['@_schemeID']).toBe('FC');
  expect(buyer.SpecifiedTaxRegistration).toBeUndefined();
  expect(buyer.Name).toBe('Acme <Inc>');
});

test('beside other categories, not subject to VAT is written as exempt', () => {
  const { taxes, lines } = read('standard and outside scope');
  expect(taxes.map(({ CategoryCode }) => CategoryCode).sort()).toEqual(['E', 'S']);
  expect(lines[1].SpecifiedLineTradeSettlement.ApplicableTradeTax).toMatchObject({ CategoryCode: 'E' });
});

test('a credit note has positive amounts and the invoice that it corrects', () => {
  const { document, line, sums, settlement } = read('credit note');
  expect(document.TypeCode).toBe('381');
  expect(line.SpecifiedLineTradeDelivery.BilledQuantity['#text']).toBe('100.41');
  expect(line.SpecifiedTradeProduct.Name).toBe('Adjustment: charged twice');
  expect(sums).toMatchObject({
    LineTotalAmount: '12.30',
    GrandTotalAmount: '15.25',
    TotalPrepaidAmount: '15.25',
    DuePayableAmount: '0.00',
  });
  expect(settlement.InvoiceReferencedDocument).toMatchObject({
    IssuerAssignedID: '2026-09-00007',
    FormattedIssueDateTime: { DateTimeString: { '#text': '20261001' } },
  });
});

test('a document that gives back more than was paid is a credit note and names each invoice of those payments', () => {
  const { document, settlement, sums } = read('payments given back');
  expect(document.TypeCode).toBe('381');
  expect(settlement.InvoiceReferencedDocument).toMatchObject([
    { IssuerAssignedID: '2026-08-00003' },
    { IssuerAssignedID: '2026-09-00007' },
  ]);
  expect(sums).toMatchObject({
    GrandTotalAmount: '31.20',
    TotalPrepaidAmount: '31.20',
    DuePayableAmount: '0.00',
  });
});

test('dollars have their VAT in euro as well', () => {
  const { settlement, sums } = read('dollars');
  expect(settlement).toMatchObject({
    TaxCurrencyCode: 'EUR',
    InvoiceCurrencyCode: 'USD',
    SpecifiedTradeSettlementPaymentMeans: { TypeCode: '30' },
  });
  expect(sums.TaxTotalAmount).toEqual([
    { '#text': '44.20', '@_currencyID': 'USD' },
    { '#text': '38.65', '@_currencyID': 'EUR' },
  ]);
});

test('a prepayment became chargeable when it was paid, and what its VAT was rounded by is stated', () => {
  const { taxes, sums } = read('prepayment');
  expect(taxes[0].DueDateTypeCode).toBe('72');
  expect(sums).toMatchObject({
    GrandTotalAmount: '165.33',
    RoundingAmount: '-0.01',
    DuePayableAmount: '0.00',
  });
});

test('late usage has its own month and rate', () => {
  const { taxes, lines } = read('late usage at another rate');
  expect(taxes.map(({ RateApplicablePercent }) => RateApplicablePercent)).toEqual(['24.00', '22.00']);
  expect(lines[1].SpecifiedLineTradeSettlement.BillingSpecifiedPeriod).toMatchObject({
    StartDateTime: { DateTimeString: { '#text': '20260601' } },
    EndDateTime: { DateTimeString: { '#text': '20260630' } },
  });
  expect(lines.map((line) => line.SpecifiedLineTradeDelivery.BilledQuantity['@_unitCode'])).toEqual([
    'MIN',
    'MIN',
    'MON',
    'C62',
    'C62',
  ]);
});

test('leaves out characters that XML cannot contain', async () => {
  const { customer } = issued().detail;
  const xml = xmlOf(issued({ customer: { ...customer, company: 'A\u0000\u000b\ud800B ]]> & "C"' } }));
  expect(await schemaErrors(xml)).toEqual([]);
  expect(xml).toContain('<ram:Name>AB ]]');
});

test.each(languages)('describes lines in %s, not in the stored English', (language) => {
  const { lines, terms } = invoiceDocument(
    issuedInvoices(language)['late usage at another rate'] ?? issued(),
  );
  for (const { description } of lines) {
    expect(description).not.toMatch(/\{\{|undefined/);
    if (language !== 'en') expect(description).not.toMatch(/Outgoing|Rented|Setup|June/);
  }
  expect(lines[3]?.description).toContain('+37255512345');
  expect(terms).toMatch(/257[.,]03/);
  // Dates of some languages end with a full stop.
  expect(terms).not.toContain('..');
});

test.each(['2026-04', '2026-08', '2026-09', '2026-10'])(
  'names the month of late usage in French without a missing elision: %s',
  (month) => {
    const params = { destination: 'Lettonie', month };
    const { lines } = invoiceDocument(issued({ language: 'fr', usages: [calls('1.00', { params })] }));
    expect(lines[0]?.description).toMatch(/, consommation en (avril|août|septembre|octobre) 2026$/);
  },
);

test.each(languages)(
  'says in %s that what a month gave back has been transferred, not that it will be',
  (language) => {
    const { 'payments given back': note = issued(), 'credit note': correction = issued() } =
      issuedInvoices(language);
    const { paidBack } = documentTexts(language).invoice.terms;
    const { terms } = invoiceDocument(note);
    expect(terms).toMatch(/31[.,]20/);
    expect(terms).not.toContain(paidBack);
    expect(currentTerms(note)).toBe(terms);
    expect(invoiceDocument({ ...correction, basis: 'prepayment' }).terms).toBe(paidBack);
  },
);
