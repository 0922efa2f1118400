import { isEuCountry } from '@portal/contract/tax-number';
import { XMLBuilder } from 'fast-xml-parser';
import { DateTime } from 'luxon';
import type { Attachment } from '../documents/document.ts';
import { type InvoiceDocument, precedingInvoices, untaxedReason } from './invoice-document.ts';

/** The name that the standard gives to the embedded file. */
const facturXName = 'factur-x.xml';

const namespaces = {
  '@xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  '@xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  '@xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
  '@xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
};

/** UN/ECE recommendation 20: minutes, months, and single things. */
const unitCodes: Readonly<Record<string, string>> = { min: 'MIN', month: 'MON' };
const one = 'C62';

/** UNTDID 4461: SEPA credit transfer, and credit transfer in other currencies. */
const paymentMeans = { sepa: '58', other: '30' };
/** UNTDID 2475: the VAT became chargeable with the payment. */
const chargeableOnPayment = '72';

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  format: true,
  suppressEmptyNode: true,
});

/** Writes an invoice as Cross Industry Invoice in the EN 16931 profile of Factur-X 1.0. Elements stand in the order of its schema. */
export function facturX(invoice: InvoiceDocument): string {
  const { number, document_type, issue_date, lines } = invoice;
  const xml: string = builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    'rsm:CrossIndustryInvoice': {
      ...namespaces,
      'rsm:ExchangedDocumentContext': {
        'ram:GuidelineSpecifiedDocumentContextParameter': { 'ram:ID': 'urn:cen.eu:en16931:2017' },
      },
      'rsm:ExchangedDocument': {
        'ram:ID': number,
        'ram:TypeCode': document_type === 'credit_note' ? '381' : '380',
        'ram:IssueDateTime': dateTime(issue_date),
      },
      'rsm:SupplyChainTradeTransaction': {
        'ram:IncludedSupplyChainTradeLineItem': lines.map((line) => lineItem(line, invoice)),
        'ram:ApplicableHeaderTradeAgreement': {
          'ram:SellerTradeParty': seller(invoice),
          'ram:BuyerTradeParty': buyer(invoice),
        },
        'ram:ApplicableHeaderTradeDelivery': '',
        'ram:ApplicableHeaderTradeSettlement': settlement(invoice),
      },
    },
  });
  // XML has no form for these characters, and customers' names may contain them.
  return xml.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}

/** The XML as the file that is embedded in the PDF, and the metadata that declare it. */
export function facturXFile(content: string): { attachments: Attachment[]; xmp: string } {
  return {
    attachments: [
      {
        name: facturXName,
        content,
        mediaType: 'text/xml',
        description: 'Factur-X invoice',
        relationship: 'Alternative',
      },
    ],
    xmp: facturXMetadata,
  };
}

export function isNotZero(amount: string): boolean {
  return /[1-9]/.test(amount);
}

function lineItem(line: InvoiceDocument['lines'][number], invoice: InvoiceDocument) {
  const month = line.description_params?.['month'];
  const { category, rate } = taxCategory(line.tax_category, line.tax_rate, invoice);
  return {
    'ram:AssociatedDocumentLineDocument': { 'ram:LineID': line.line_id },
    'ram:SpecifiedTradeProduct': { 'ram:Name': line.description },
    'ram:SpecifiedLineTradeAgreement': {
      'ram:NetPriceProductTradePrice': { 'ram:ChargeAmount': line.unit_price },
    },
    'ram:SpecifiedLineTradeDelivery': {
      'ram:BilledQuantity': { '@unitCode': unitCodes[line.unit] ?? one, '#text': line.quantity },
    },
    'ram:SpecifiedLineTradeSettlement': {
      'ram:ApplicableTradeTax': { 'ram:TypeCode': 'VAT', 'ram:CategoryCode': category, ...rate },
      ...(month !== undefined && { 'ram:BillingSpecifiedPeriod': period(`${month}-01`, lastDayOf(month)) }),
      'ram:SpecifiedTradeSettlementLineMonetarySummation': { 'ram:LineTotalAmount': line.net_amount },
    },
  };
}

/**
 * Not subject to VAT (O) has no rate, and a document with it has no other category (BR-O-05, BR-O-11). Beside others it is
 * written as exempt (E), with its own reason: a customer who moved prepaid under both rules.
 */
function taxCategory(category: string, rate: string, { tax_breakdown }: InvoiceDocument) {
  if (category !== 'O') return { category, rate: { 'ram:RateApplicablePercent': rate } };
  return tax_breakdown.length === 1
    ? { category, rate: {} }
    : { category: 'E', rate: { 'ram:RateApplicablePercent': '0.00' } };
}

/** Without VAT numbers of both parties where nothing is subject to VAT (BR-O-02). */
function isOutsideScope({ tax_breakdown }: InvoiceDocument): boolean {
  return tax_breakdown.length === 1 && tax_breakdown[0]?.category === 'O';
}

function seller(invoice: InvoiceDocument) {
  const { name, address, country, tax_number, registration_number, email } = invoice.supplier;
  return {
    'ram:Name': name,
    ...(registration_number && { 'ram:SpecifiedLegalOrganization': { 'ram:ID': registration_number } }),
    'ram:PostalTradeAddress': postalAddress(address, country),
    ...(email && { 'ram:URIUniversalCommunication': { 'ram:URIID': { '@schemeID': 'EM', '#text': email } } }),
    ...(tax_number && taxRegistration(isOutsideScope(invoice) ? 'FC' : 'VA', tax_number)),
  };
}

function buyer(invoice: InvoiceDocument) {
  const { name, company, address, country, tax_number, account_sid } = invoice.customer;
  const hasVatNumber =
    tax_number !== null && country !== null && isEuCountry(country) && !isOutsideScope(invoice);
  return {
    ...(account_sid && { 'ram:ID': account_sid }),
    'ram:Name': company || name || account_sid || '–',
    // The country is required (BR-11); without one, VAT is that of the supplier's.
    'ram:PostalTradeAddress': postalAddress(address ?? '', country ?? invoice.supplier.country),
    ...(hasVatNumber && taxRegistration('VA', tax_number)),
  };
}

function postalAddress(address: string, country: string) {
  const [first, second, ...rest] = address.split('\n').filter((line) => line.trim() !== '');
  return {
    ...(first && { 'ram:LineOne': first }),
    ...(second && { 'ram:LineTwo': second }),
    ...(rest.length > 0 && { 'ram:LineThree': rest.join(', ') }),
    'ram:CountryID': country.toUpperCase(),
  };
}

function taxRegistration(scheme: 'VA' | 'FC', number: string) {
  return {
    'ram:SpecifiedTaxRegistration': {
      'ram:ID': { '@schemeID': scheme, '#text': number.replaceAll(' ', '') },
    },
  };
}

function settlement(invoice: InvoiceDocument) {
  const { currency, tax_currency, supplier, totals, due_date } = invoice;
  const isDue = isNotZero(totals.due) && !totals.due.startsWith('-');
  return {
    ...(isDue && { 'ram:PaymentReference': invoice.number }),
    ...(tax_currency && { 'ram:TaxCurrencyCode': tax_currency.toUpperCase() }),
    'ram:InvoiceCurrencyCode': currency.toUpperCase(),
    ...(isDue &&
      supplier.iban !== null && {
        'ram:SpecifiedTradeSettlementPaymentMeans': transferTo(supplier, currency),
      }),
    'ram:ApplicableTradeTax': invoice.tax_breakdown.map((tax) => {
      const { category, rate } = taxCategory(tax.category, tax.rate, invoice);
      return {
        'ram:CalculatedAmount': tax.tax_amount,
        'ram:TypeCode': 'VAT',
        ...(tax.exemption_code && {
          'ram:ExemptionReason': untaxedReason(invoice.texts, tax.category) ?? tax.exemption_text,
        }),
        'ram:BasisAmount': tax.taxable_amount,
        'ram:CategoryCode': category,
        ...(tax.exemption_code && { 'ram:ExemptionReasonCode': tax.exemption_code }),
        ...(invoice.basis === 'prepayment' && { 'ram:DueDateTypeCode': chargeableOnPayment }),
        ...rate,
      };
    }),
    'ram:BillingSpecifiedPeriod': period(invoice.period_start, invoice.period_end),
    'ram:SpecifiedTradePaymentTerms': {
      'ram:Description': invoice.terms,
      ...(due_date !== null && { 'ram:DueDateDateTime': dateTime(due_date) }),
    },
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation': summation(invoice),
    'ram:InvoiceReferencedDocument': precedingInvoices(invoice).map((preceding) => ({
      'ram:IssuerAssignedID': preceding.number,
      'ram:FormattedIssueDateTime': { 'qdt:DateTimeString': day(preceding.date) },
    })),
  };
}

function transferTo({ iban, bic, name }: InvoiceDocument['supplier'], currency: string) {
  return {
    'ram:TypeCode': currency === 'eur' ? paymentMeans.sepa : paymentMeans.other,
    'ram:PayeePartyCreditorFinancialAccount': { 'ram:IBANID': iban, 'ram:AccountName': name },
    ...(bic !== null && { 'ram:PayeeSpecifiedCreditorFinancialInstitution': { 'ram:BICID': bic } }),
  };
}

function summation({
  totals,
  currency,
  tax_currency,
  tax_amount_in_tax_currency: inTaxCurrency,
}: InvoiceDocument) {
  const inCurrency = (amount: string, code: string) => ({
    '@currencyID': code.toUpperCase(),
    '#text': amount,
  });
  return {
    'ram:LineTotalAmount': totals.lines_net,
    'ram:ChargeTotalAmount': totals.charges,
    'ram:AllowanceTotalAmount': totals.allowances,
    'ram:TaxBasisTotalAmount': totals.net,
    'ram:TaxTotalAmount': [
      inCurrency(totals.tax, currency),
      ...(tax_currency && inTaxCurrency ? [inCurrency(inTaxCurrency, tax_currency)] : []),
    ],
    ...(isNotZero(totals.rounding) && { 'ram:RoundingAmount': totals.rounding }),
    'ram:GrandTotalAmount': totals.gross,
    'ram:TotalPrepaidAmount': totals.paid,
    'ram:DuePayableAmount': totals.due,
  };
}

function period(start: string, end: string) {
  return { 'ram:StartDateTime': dateTime(start), 'ram:EndDateTime': dateTime(end) };
}

function dateTime(date: string) {
  return { 'udt:DateTimeString': day(date) };
}

function day(date: string) {
  return { '@format': '102', '#text': date.replaceAll('-', '') };
}

function lastDayOf(month: string): string {
  return DateTime.fromISO(`${month}-01`).endOf('month').toFormat('yyyy-MM-dd');
}

/** PDF/A accepts properties of other standards if their schema is declared. */
const facturXMetadata = `
  <rdf:Description xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#" rdf:about="">
    <pdfaExtension:schemas>
      <rdf:Bag>
        <rdf:li rdf:parseType="Resource">
          <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
          <pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI>
          <pdfaSchema:prefix>fx</pdfaSchema:prefix>
          <pdfaSchema:property>
            <rdf:Seq>${[
              ['DocumentFileName', 'The name of the embedded XML document'],
              ['DocumentType', 'The type of the hybrid document in capital letters, e.g. INVOICE or ORDER'],
              ['Version', 'The actual version of the standard applying to the embedded XML document'],
              ['ConformanceLevel', 'The conformance level of the embedded XML document'],
            ]
              .map(
                ([name, description]) => `
              <rdf:li rdf:parseType="Resource">
                <pdfaProperty:name>${name}</pdfaProperty:name>
                <pdfaProperty:valueType>Text</pdfaProperty:valueType>
                <pdfaProperty:category>external</pdfaProperty:category>
                <pdfaProperty:description>${description}</pdfaProperty:description>
              </rdf:li>`,
              )
              .join('')}
            </rdf:Seq>
          </pdfaSchema:property>
        </rdf:li>
      </rdf:Bag>
    </pdfaExtension:schemas>
  </rdf:Description>
  <rdf:Description xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#" rdf:about="">
    <fx:DocumentType>INVOICE</fx:DocumentType>
    <fx:DocumentFileName>${facturXName}</fx:DocumentFileName>
    <fx:Version>1.0</fx:Version>
    <fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
  </rdf:Description>`;
