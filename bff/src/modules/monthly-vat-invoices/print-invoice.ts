import { isOneOf } from '@portal/contract/response-member';
import { serviceTypes } from '@portal/contract/services';
import type { Attachment, Block, Fact, PrintedDocument } from '../documents/document.ts';
import { fillText } from '../documents/document-texts.ts';
import { isNotZero } from './factur-x.ts';
import { type InvoiceDocument, precedingInvoices, untaxedReasons } from './invoice-document.ts';

/** Describes the PDF of an invoice: what article 226 of Directive 2006/112/EC asks for, in the invoice's language. */
export function printInvoice(
  document: InvoiceDocument,
  embedded: { attachments: readonly Attachment[]; xmp: string },
): PrintedDocument {
  const { language, title, issue_date, supplier, formats, texts } = document;
  return {
    language,
    title,
    author: supplier.name,
    createdAt: `${issue_date}T00:00:00Z`,
    letterhead: {
      name: supplier.name,
      lines: [
        supplier.address,
        formats.country(supplier.country),
        ...present(supplier.email, supplier.phone),
      ],
    },
    heading: title,
    blocks: [
      { kind: 'parties', parties: partiesOf(document) },
      { kind: 'facts', facts: factsOf(document) },
      linesOf(document),
      { kind: 'totals', rows: totalsOf(document) },
      ...paymentsOf(document),
      {
        kind: 'notes',
        heading: texts.invoice.notes,
        paragraphs: [...untaxedReasons(document), document.terms],
      },
    ],
    footer: footerOf(document),
    ...embedded,
  };
}

function partiesOf({ supplier, customer, texts, formats }: InvoiceDocument) {
  const { facts } = texts;
  const named = (label: string, value: string | null) => (value ? [`${label}: ${value}`] : []);
  const name = customer.company || customer.name || customer.account_sid || '–';
  return [
    {
      label: texts.parties.supplier,
      lines: [
        supplier.name,
        supplier.address,
        formats.country(supplier.country),
        ...named(facts.taxNumber, supplier.tax_number),
        ...named(facts.registrationNumber, supplier.registration_number),
      ],
    },
    {
      label: texts.parties.customer,
      lines: [
        name,
        ...present(customer.name === name ? null : customer.name, customer.address),
        ...(customer.country === null ? [] : [formats.country(customer.country)]),
        ...named(facts.taxNumber, customer.tax_number),
      ],
    },
  ];
}

function factsOf(document: InvoiceDocument): Fact[] {
  const { texts, formats, customer, due_date } = document;
  const { facts } = texts;
  return [
    { label: facts.number, value: document.number },
    { label: facts.issued, value: formats.date(document.issue_date) },
    { label: facts.period, value: formats.period(document.period_start, document.period_end) },
    ...(due_date === null ? [] : [{ label: facts.due, value: formats.date(due_date) }]),
    { label: facts.service, value: serviceOf(document) },
    ...(customer.account_sid === null ? [] : [{ label: facts.account, value: customer.account_sid }]),
    ...precedingInvoices(document).map(({ number, date }) => ({
      label: texts.invoice.corrects,
      value: fillText(texts.invoice.correctsText, { number, date: formats.date(date) }),
    })),
  ];
}

function serviceOf({ service_type, texts: { services } }: InvoiceDocument): string {
  return isOneOf(serviceTypes, service_type) ? services[service_type] : (service_type ?? services.all);
}

function linesOf({ lines, texts, formats, currency }: InvoiceDocument): Block {
  const { columns, units } = texts;
  const unitOf = (unit: string, quantity: string) => {
    const forms = Object.entries(units).find(([name]) => name === unit)?.[1];
    return forms?.[formats.plural(quantity)] ?? forms?.other ?? unit;
  };
  return {
    kind: 'table',
    heading: texts.invoice.lines,
    columns: [
      { heading: columns.no, align: 'right' },
      { heading: columns.description, align: 'left', grow: 1 },
      { heading: columns.quantity, align: 'right' },
      { heading: columns.unitPrice, align: 'right' },
      { heading: columns.rate, align: 'right' },
      { heading: columns.net, align: 'right' },
    ],
    rows: lines.map((line) => [
      line.line_id,
      line.description,
      `${formats.quantity(line.quantity)} ${unitOf(line.unit, line.quantity)}`,
      formats.price(line.unit_price, currency),
      formats.percent(line.tax_rate),
      formats.money(line.net_amount, currency),
    ]),
  };
}

function totalsOf(document: InvoiceDocument) {
  const { totals, tax_breakdown, texts, formats, currency } = document;
  const money = (amount: string) => formats.money(amount, currency);
  const labels = texts.totals;
  const unless0 = (label: string, amount: string) =>
    isNotZero(amount) ? [{ label, value: money(amount) }] : [];
  const isAdjusted = isNotZero(totals.allowances) || isNotZero(totals.charges);
  return [
    ...(isAdjusted ? [{ label: labels.lines, value: money(totals.lines_net) }] : []),
    ...unless0(labels.allowances, totals.allowances),
    ...unless0(labels.charges, totals.charges),
    { label: labels.net, value: money(totals.net) },
    ...tax_breakdown.map(({ rate, taxable_amount, tax_amount }) => ({
      label: fillText(labels.taxOn, { rate: formats.percent(rate), taxable: money(taxable_amount) }),
      value: money(tax_amount),
    })),
    ...(tax_breakdown.length > 1 ? [{ label: labels.tax, value: money(totals.tax) }] : []),
    { label: labels.gross, value: money(totals.gross), isStrong: true },
    ...unless0(labels.rounding, totals.rounding),
    { label: labels.paid, value: money(totals.paid) },
    { label: labels.due, value: money(totals.due), isStrong: true },
    ...foreignTax(document),
  ];
}

/** The VAT in the national currency, article 230: of each day with another exchange rate, then in all. */
function foreignTax(document: InvoiceDocument): Fact[] {
  const { tax_currency, tax_amount_in_tax_currency, tax_conversions = [], texts, formats } = document;
  if (!tax_currency || !tax_amount_in_tax_currency) return [];
  const label = fillText(texts.totals.foreignTax, { currency: tax_currency.toUpperCase() });
  const fact = (amount: string, { exchange_rate: rate, exchange_rate_source: source }: StatedRate): Fact => ({
    label: rate
      ? `${label} (${fillText(texts.totals.foreignTaxRate, { rate: formats.quantity(rate), source: source ?? '–' })})`
      : label,
    value: formats.money(amount, tax_currency),
  });
  return [
    ...tax_conversions.map((each) => fact(each.tax_amount_in_tax_currency, each)),
    fact(tax_amount_in_tax_currency, document),
  ];
}

type StatedRate = Pick<InvoiceDocument, 'exchange_rate' | 'exchange_rate_source'>;

function paymentsOf({ payments, texts, formats, currency }: InvoiceDocument): Block[] {
  if (payments.length === 0) return [];
  const { columns } = texts;
  return [
    {
      kind: 'table',
      heading: texts.invoice.payments,
      columns: [
        { heading: columns.date, align: 'left' },
        { heading: columns.payment, align: 'left', grow: 1 },
        { heading: columns.amount, align: 'right' },
      ],
      rows: payments.map(({ date, payment_id, number, amount }) => [
        formats.date(date),
        number ?? payment_id,
        formats.money(amount, currency),
      ]),
    },
  ];
}

function footerOf({ supplier, texts: { facts } }: InvoiceDocument): string[] {
  const named = (label: string, value: string | null) => (value ? `${label} ${value}` : null);
  const iban = supplier.iban?.replace(/(.{4})(?=.)/g, '$1 ') ?? null;
  return [
    present(supplier.name, supplier.address, named(facts.taxNumber, supplier.tax_number)).join(' · '),
    present(supplier.email, named(facts.iban, iban), named(facts.bic, supplier.bic)).join(' · '),
  ].filter((line) => line !== '');
}

function present(...values: readonly (string | null | undefined)[]): string[] {
  return values.flatMap((value) => value || []);
}
