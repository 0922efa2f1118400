import type { BankDetails } from '@portal/contract/payments';
import { Big, trimmed } from '../../listing/decimal.ts';
import type { Block, Fact, PrintedDocument } from '../documents/document.ts';
import { documentFormats } from '../documents/document-formats.ts';
import { documentTexts, fillText } from '../documents/document-texts.ts';
import type { Particulars } from './particulars.ts';
import type { PrintedKind } from './payment-response.ts';
import type { PaymentRow } from './payments.repository.ts';

/** A payment with what its documents state. */
export interface PrintedPayment {
  payment: PaymentRow;
  purchaseOrder: string | null;
  particulars: Particulars;
  /** For a pro-forma invoice: the transfer that it asks for. */
  transfer: BankDetails;
  /** Everything that was received, or given back by the bank, the earliest first. */
  entries: readonly ReceivedEntry[];
}

export interface ReceivedEntry {
  /** `YYYY-MM-DD`, the bank's or in the account's time zone. */
  date: string;
  recorded: string;
  /** With VAT. */
  received: string;
  credited: string;
  /** The customer's language then. */
  language: Particulars['language'];
}

/** The pro-forma invoice of a bank transfer, as it was when the payment was created. */
export function printProforma(printed: PrintedPayment): PrintedDocument {
  const { payment, particulars, transfer } = printed;
  const words = wordsOf(particulars.language, printed);
  const { texts, formats, money } = words;
  const hasVat = new Big(payment.tax_amount ?? '0').gt(0);
  return frame(words, printed, 'proforma', payment.created, [
    factsOf(words, printed, [
      { label: texts.columns.date, value: formats.date(dayOf(payment.created, particulars.timezone)) },
      ...optional(texts.facts.due, payment.due_date, formats.date),
    ]),
    {
      kind: 'table',
      columns: [
        { heading: texts.columns.description, align: 'left', grow: 1 },
        { heading: texts.columns.rate, align: 'right' },
        { heading: texts.columns.net, align: 'right' },
      ],
      rows: [
        [
          `${texts.payment.topUp}: ${serviceName(words, payment)}`,
          formats.percent(payment.tax_rate ?? '0'),
          money(payment.net_amount),
        ],
      ],
    },
    {
      kind: 'totals',
      rows: [
        ...(hasVat ? vatRows(words, payment.net_amount, payment.tax_amount) : []),
        { label: texts.payment.toPay, value: money(payment.gross_amount), isStrong: true },
      ],
    },
    howToPay(words, transfer),
    { kind: 'notes', paragraphs: [texts.payment.withReference, texts.payment.proformaNote] },
    ...whyVat(words, particulars),
  ]);
}

/** The receipt for everything that has been received for a payment. */
export function printReceipt(printed: PrintedPayment): PrintedDocument {
  const { payment, particulars, entries } = printed;
  const last = entries.at(-1);
  if (last === undefined) throw new Error(`${payment.payment_id} has received nothing`);
  const words = wordsOf(last.language, printed);
  const { texts, formats, money } = words;
  const sum = (of: (entry: ReceivedEntry) => string) =>
    entries.reduce((total, entry) => total.plus(of(entry)), new Big(0)).toFixed(2);
  const vat = vatOf({ received: sum((entry) => entry.received), credited: sum((entry) => entry.credited) });
  const hasVat = new Big(payment.tax_rate ?? '0').gt(0);
  return frame(words, printed, 'receipt', last.recorded, [
    factsOf(words, printed, [
      { label: texts.columns.date, value: formats.date(last.date) },
      { label: texts.payment.method, value: methodOf(words, payment) },
      ...optional(texts.facts.reference, payment.method === 'crypto' ? null : payment.reference, inGroups),
    ]),
    {
      kind: 'table',
      columns: [
        { heading: texts.columns.date, align: 'left', grow: 1 },
        { heading: texts.payment.received, align: 'right' },
        ...(hasVat ? ([{ heading: texts.totals.tax, align: 'right' }] as const) : []),
        { heading: texts.payment.credited, align: 'right' },
      ],
      rows: entries.map((entry) => [
        formats.date(entry.date),
        money(entry.received),
        ...(hasVat ? [money(vatOf(entry))] : []),
        money(entry.credited),
      ]),
    },
    {
      kind: 'totals',
      rows: [
        { label: texts.payment.received, value: money(sum((entry) => entry.received)) },
        ...(hasVat
          ? vatRows(
              words,
              sum((entry) => entry.credited),
              vat,
            ).slice(1)
          : []),
        { label: texts.payment.credited, value: money(sum((entry) => entry.credited)), isStrong: true },
      ],
    },
    { kind: 'notes', paragraphs: [texts.payment.receiptNote] },
    ...whyVat(words, particulars),
  ]);
}

function wordsOf(language: Particulars['language'], { payment: { currency, tax_rate } }: PrintedPayment) {
  const formats = documentFormats(language);
  return {
    ...{ language, formats, tax_rate, texts: documentTexts(language) },
    money: (amount: string | null) => formats.money(amount ?? '0.00', currency),
  };
}
type Words = ReturnType<typeof wordsOf>;

function frame(
  { language, texts, formats }: Words,
  { payment, particulars: { issuer, customer } }: PrintedPayment,
  kind: PrintedKind,
  createdAt: string,
  blocks: readonly Block[],
): PrintedDocument {
  const { facts, parties } = texts;
  const title = `${texts.payment.titles[kind]} ${payment.number ?? payment.payment_id}`;
  const country = (code: string | null) => (code === null ? [] : [formats.country(code)]);
  const taxNumber = (number: string | null) => (number === null ? [] : [`${facts.taxNumber} ${number}`]);
  const isFilled = (text: string | null) => text !== null && text !== '';
  const name = [...new Set([customer.company, customer.name].filter(isFilled))];
  const customerLines = [...name, ...(customer.address?.split('\n') ?? [])].map(String);
  return {
    ...{ language, title, createdAt, author: issuer.name, heading: title },
    letterhead: {
      name: issuer.name,
      lines: [issuer.address, ...country(issuer.country), issuer.email],
    },
    blocks: [
      {
        kind: 'parties',
        parties: [
          {
            label: parties.supplier,
            lines: [
              ...[issuer.name, issuer.address, ...country(issuer.country), ...taxNumber(issuer.tax_number)],
              `${facts.registrationNumber} ${issuer.registration_number}`,
            ],
          },
          {
            label: parties.customer,
            lines: [...customerLines, ...country(customer.country), ...taxNumber(customer.tax_number)],
          },
        ],
      },
      ...blocks,
    ],
    footer: [[issuer.name, issuer.address, ...taxNumber(issuer.tax_number)].join(' · ')],
  };
}

function factsOf(
  words: Words,
  { payment, purchaseOrder, particulars }: PrintedPayment,
  facts: Fact[],
): Block {
  const { texts } = words;
  return {
    kind: 'facts',
    facts: [
      ...facts,
      { label: texts.facts.service, value: serviceName(words, payment) },
      ...optional(texts.facts.account, particulars.customer.account_sid),
      ...optional(texts.payment.purchaseOrder, purchaseOrder),
    ],
  };
}

function optional(label: string, value: string | null, show: (value: string) => string = String): Fact[] {
  return value === null || value === '' ? [] : [{ label, value: show(value) }];
}

function serviceName({ texts: { services } }: Words, { service_type }: PaymentRow): string {
  return service_type === 'messaging' ? services.messaging : services.voicing;
}

/** In a crypto currency also what was sent. */
function methodOf({ texts, formats }: Words, { method, paid_amount, paid_currency, currency }: PaymentRow) {
  const { methods } = texts.payment;
  if (method !== 'crypto') return methods.bank_transfer;
  if (paid_amount === null || paid_currency === null || paid_currency === currency) return methods.crypto;
  return `${methods.crypto}, ${formats.quantity(trimmed(paid_amount, 0))} ${paid_currency.toUpperCase()}`;
}

function vatRows({ texts, formats, money, tax_rate }: Words, net: string | null, tax: string | null): Fact[] {
  const rate = formats.percent(tax_rate ?? '0');
  return [
    { label: texts.totals.net, value: money(net) },
    { label: fillText(texts.totals.taxOn, { rate, taxable: money(net) }), value: money(tax) },
  ];
}

function vatOf({ received, credited }: Pick<ReceivedEntry, 'received' | 'credited'>): string {
  return new Big(received).minus(credited).toFixed(2);
}

function howToPay({ texts, money }: Words, transfer: BankDetails): Block {
  const heading = texts.payment.howToPay;
  const facts = [
    { label: texts.payment.beneficiary, value: transfer.beneficiary },
    { label: texts.payment.amount, value: money(transfer.amount) },
    { label: texts.facts.iban, value: inGroups(transfer.iban) },
    { label: texts.facts.reference, value: inGroups(transfer.reference) },
    ...optional(texts.facts.bic, transfer.bic),
    ...optional(texts.payment.bank, transfer.bank_name),
  ];
  if (transfer.sepa_qr === null) return { kind: 'facts', heading, facts };
  return { kind: 'qr', heading, content: transfer.sepa_qr, description: texts.payment.qr, facts };
}

/** As banks print it: `RF65 PF20 2600 0318`. */
function inGroups(text: string): string {
  return /^[A-Z0-9]+$/.test(text) ? text.replaceAll(/(.{4})(?=.)/g, '$1 ') : text;
}

function whyVat({ texts, formats }: Words, { vat, basis }: Particulars): Block[] {
  if (vat === null) return [];
  const { whyVat: heading, vatReasons, onPayment, onUsage } = texts.payment;
  const country = vat.country === null ? '' : formats.country(vat.country);
  const reason = fillText(vatReasons[vat.reason], { country });
  const isTaxed = new Big(vat.rate).gt(0);
  const usage = isTaxed ? [fillText(onUsage, { rate: formats.percent(vat.rate) })] : [];
  return [
    {
      kind: 'notes',
      heading,
      paragraphs: [reason, ...(basis === 'usage' ? usage : [onPayment])],
    },
  ];
}

function dayOf(moment: string, timeZone: string): string {
  return new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone }).format(new Date(moment));
}
