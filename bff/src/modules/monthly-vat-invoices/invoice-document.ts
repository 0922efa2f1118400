import type { InvoiceLine, PrecedingInvoice } from '@portal/contract/monthly-vat-invoice-detail';
import { isOneOf } from '@portal/contract/response-member';
import { Big } from '../../listing/decimal.ts';
import { type DocumentFormats, documentFormats } from '../documents/document-formats.ts';
import { type DocumentTexts, documentTexts, fillText } from '../documents/document-texts.ts';
import type { InvoiceContent, InvoiceRow, StoredInvoice } from './monthly-vat-invoices.repository.ts';

/**
 * What the PDF and the XML of an invoice are made from: only what was stored when it was issued, so that the document never
 * changes. The amounts of a credit note are positive, as EN 16931 asks of its type; in lists they reduce the sums.
 */
export interface InvoiceDocument
  extends Omit<InvoiceContent, 'lines'>,
    Pick<
      StoredInvoice,
      | 'number'
      | 'document_type'
      | 'basis'
      | 'issue_date'
      | 'due_date'
      | 'period_start'
      | 'period_end'
      | 'service_type'
      | 'currency'
      | 'language'
    > {
  title: string;
  /** With the descriptions in the document's language. */
  lines: readonly InvoiceLine[];
  /** How and by when it is paid. */
  terms: string;
  texts: DocumentTexts;
  formats: DocumentFormats;
}

export function invoiceDocument(invoice: StoredInvoice): InvoiceDocument {
  const { detail, number, currency, language } = invoice;
  const { document_type, basis, issue_date, due_date, period_start, period_end, service_type } = invoice;
  const texts = documentTexts(language);
  const formats = documentFormats(language);
  const signed = document_type === 'credit_note' ? negatedContent(detail) : detail;
  const { titles } = texts.invoice;
  const title = `${document_type === 'credit_note' ? titles.credit_note : titles.invoice} ${number}`;
  const content = { ...signed, lines: signed.lines.map((line) => withDescription(line, invoice)) };
  const document = { number, document_type, basis, issue_date, due_date, period_start, period_end };
  const terms = termsOf(invoice, content.totals.due);
  return { ...content, ...document, service_type, currency, language, title, terms, texts, formats };
}

/** The line with its description in the invoice's language: what is stored is English. */
export function withDescription(
  line: InvoiceLine,
  { language, currency }: Pick<StoredInvoice, 'language' | 'currency'>,
): InvoiceLine {
  const { lineTexts, lateLine, otherDestination } = documentTexts(language).invoice;
  const formats = documentFormats(language);
  // Absent in lines of documents that were issued before they had parameters.
  const { description_code: code, description_params: params = {} } = line;
  if (!isOneOf(codesOf(lineTexts), code)) return line;
  const { price, date, country, destination = otherDestination, reason, month } = params;
  const text = fillText(lineTexts[code], {
    ...params,
    destination,
    ...(price !== undefined && { price: formats.price(price, currency) }),
    ...(date !== undefined && { date: formats.date(date) }),
    country: country === undefined ? '–' : formats.country(country),
  }).trim();
  const description = reason === undefined ? text : `${text}: ${reason}`;
  return {
    ...line,
    description:
      month === undefined
        ? description
        : fillText(lateLine, { line: description, month: formats.month(month) }),
  };
}

/** Why no VAT is charged, once for each such category. */
export function untaxedReasons({
  tax_breakdown,
  texts,
}: Pick<InvoiceDocument, 'tax_breakdown' | 'texts'>): string[] {
  return tax_breakdown.flatMap(({ category }) => untaxedReason(texts, category) ?? []);
}

export function untaxedReason({ invoice: { untaxed } }: DocumentTexts, category: string): string | undefined {
  return isOneOf(codesOf(untaxed), category) ? untaxed[category] : undefined;
}

const payable: ReadonlySet<string> = new Set(['issued', 'partially_paid', 'overdue']);

/** Whether something of the document is to be paid now. */
export function isPayable({ document_type, status, amount_due }: InvoiceRow): boolean {
  return document_type === 'invoice' && payable.has(status) && new Big(amount_due).gt(0);
}

/**
 * The terms as they are now; those of the printed document stay as issued. Null if these are no longer true: for an invoice that
 * was settled after its issue, or that was issued as paid and is due again.
 */
export function currentTerms(invoice: StoredInvoice): string | null {
  const wasDue = invoice.document_type === 'invoice' && invoice.due_date !== null;
  return wasDue === isPayable(invoice) ? termsOf(invoice, invoice.amount_due) : null;
}

/** The invoices that a document names: what a credit note corrects, or whose payments are given back. */
export function precedingInvoices({
  preceding_invoice: corrected,
  preceding_invoices: givenBack = [],
}: Pick<InvoiceContent, 'preceding_invoice' | 'preceding_invoices'>): PrecedingInvoice[] {
  return corrected === null ? givenBack : [corrected];
}

function termsOf(invoice: StoredInvoice, due: string): string {
  const { document_type, basis, due_date, currency, language, detail } = invoice;
  const { terms } = documentTexts(language).invoice;
  const { money, date } = documentFormats(language);
  if (document_type === 'credit_note') {
    if (basis === 'usage') return terms.credited;
    if (detail.preceding_invoice !== null) return terms.paidBack;
    // The note of a month corrects no invoice: it sums what was paid and given back.
    return fillText(terms.refundsExceeded, { amount: money(negated(detail.totals.paid), currency) });
  }
  if (due_date !== null) return fillText(terms.due, { amount: money(due, currency), date: date(due_date) });
  return basis === 'usage' ? terms.balance : terms.prepaid;
}

function negatedContent(detail: InvoiceContent): InvoiceContent {
  const { totals, payments, lines, tax_breakdown, tax_conversions } = detail;
  const { tax_amount_in_tax_currency: inTaxCurrency } = detail;
  return {
    ...detail,
    lines: lines.map((line) => ({
      ...line,
      quantity: negated(line.quantity),
      net_amount: negated(line.net_amount),
    })),
    tax_breakdown: tax_breakdown.map((tax) => ({
      ...tax,
      taxable_amount: negated(tax.taxable_amount),
      tax_amount: negated(tax.tax_amount),
    })),
    totals: {
      lines_net: negated(totals.lines_net),
      allowances: negated(totals.allowances),
      charges: negated(totals.charges),
      net: negated(totals.net),
      tax: negated(totals.tax),
      gross: negated(totals.gross),
      paid: negated(totals.paid),
      rounding: negated(totals.rounding),
      due: negated(totals.due),
    },
    payments: payments.map((payment) => ({ ...payment, amount: negated(payment.amount) })),
    ...(inTaxCurrency != null && { tax_amount_in_tax_currency: negated(inTaxCurrency) }),
    ...(tax_conversions && {
      tax_conversions: tax_conversions.map((conversion) => ({
        ...conversion,
        tax_amount: negated(conversion.tax_amount),
        tax_amount_in_tax_currency: negated(conversion.tax_amount_in_tax_currency),
      })),
    }),
  };
}

function negated(amount: string): string {
  return new Big(amount).eq(0) ? amount : new Big(amount).neg().toFixed(amount.split('.')[1]?.length ?? 0);
}

function codesOf<Code extends string>(texts: Readonly<Record<Code, string>>): Code[] {
  // biome-ignore lint/nursery/noUnsafeTypeAssertion: the schema of the texts admits no other members.
  return Object.keys(texts) as Code[];
}
