import type { Language } from '@portal/contract/language';
import type { PrecedingInvoice } from '@portal/contract/monthly-vat-invoice-detail';
import { invoiceIssuedSchema } from '@portal/contract/webhook-events';
import * as v from 'valibot';
import type { AccountRow } from '../../accounts/accounts.repository.ts';
import type { Config } from '../../config/config.ts';
import type { Queryable } from '../../database/database.ts';
import { Big } from '../../listing/decimal.ts';
import { issuerOf } from '../bank-transfer/bank-transfer.ts';
import { lockExchangeRates } from '../exchange-rates/exchange-rates.repository.ts';
import {
  type ChargeableVat,
  type ExchangeRate,
  vatInEuro,
} from '../exchange-rates/exchange-rates.service.ts';
import type { StatedVat } from '../vat/vat-of-document.ts';
import { recordEvents } from '../webhooks/record-events.ts';
import { composeInvoice, sumOf, type Tax, totalsOf, treatmentOf, type Usage } from './invoice-arithmetic.ts';
import {
  type InvoiceContent,
  insertInvoice,
  nextNumber,
  type StoredInvoice,
} from './monthly-vat-invoices.repository.ts';
import type { BilledMonth, UsageSummary } from './usage.repository.ts';

export type { StoredInvoice };

export interface IssuedInvoice {
  month: BilledMonth;
  issueDate: string;
  usages: readonly Usage[];
  summary: UsageSummary;
  tax: Tax;
  /** The customer's data when the invoice was issued. */
  customer: InvoiceContent['customer'];
  /** The customer's language, which the documents keep. */
  language: Language;
  payments: InvoiceContent['payments'];
  /** What was paid when it is issued, if credits without a payment, such as an opening balance, are part of it. */
  paid?: string;
  /** What is taxed; usage unless given. A prepayment document is paid: its payments are its lines. */
  basis?: StoredInvoice['basis'];
  /** The due date of the unpaid amount. */
  dueDate: string;
  /** The VAT of each payment, or of each month of usage: in another currency, the days decide its exchange rates. */
  chargeable?: readonly ChargeableVat[];
  /** The invoice that this credit note corrects; its usages are negative. Its VAT is converted with the same rate. */
  corrects?: PrecedingInvoice & ExchangeRate;
  /** Why payments were taxed, as they state it; otherwise it follows from the parties. */
  vat?: StatedVat | undefined;
  /** The invoices that list payments which this document gives back. */
  givesBack?: readonly PrecedingInvoice[];
}

/** A document without its number: what will be issued, or what a preview shows. */
export type DraftInvoice = Omit<StoredInvoice, 'monthly_vat_invoice_id' | 'number'>;

/** Issues and stores the document of a month, for webhooks as well. Numbers, such as `2026-10-00412`, start at 1 each month. */
export async function issueInvoice(
  tx: Queryable,
  config: Config,
  invoice: IssuedInvoice,
): Promise<StoredInvoice> {
  const { month, corrects } = invoice;
  const draft = draftInvoice(config, invoice);
  if (draft.currency !== 'eur') await lockExchangeRates(tx, 'shared');
  const inEuro = await vatInEuro(tx, draft.currency, chargeableVat(invoice, draft, month.period.end_date));
  // A credit note gets a number of the month in which it is issued, so that numbers rise with the dates.
  const numberedMonth = (corrects === undefined ? draft.period_start : invoice.issueDate).slice(0, 7);
  const sequence = await nextNumber(tx, { kind: 'INV', period: numberedMonth, digits: 5 });
  const number = `${numberedMonth}-${sequence}`;
  const stored: StoredInvoice = {
    monthly_vat_invoice_id: `mvi_${number.replaceAll('-', '')}${month.type.slice(0, 2)}`,
    number,
    ...draft,
    detail: { ...draft.detail, ...inEuro },
  };
  await insertInvoice(tx, month.accountId, stored);
  await recordEvents(tx, month.accountId, 'invoice.issued', [
    { key: stored.monthly_vat_invoice_id, data: v.parse(invoiceIssuedSchema, stored) },
  ]);
  return stored;
}

/** Computes a document from what it is about. It reads and writes nothing. */
export function draftInvoice(config: Config, invoice: IssuedInvoice): DraftInvoice {
  const { month, tax, vat, corrects, givesBack = [] } = invoice;
  const composed = composeInvoice(invoice.usages, tax);
  const { basis = 'usage' } = invoice;
  const paid = invoice.paid ?? sumOf(invoice.payments.map(({ amount }) => amount)).toFixed(2);
  // The VAT of payments and of partial credit notes is rounded for each; what is paid is exact.
  const isRounded = basis === 'prepayment' || corrects !== undefined;
  const rounding = isRounded ? new Big(paid).minus(composed.gross).toFixed(2) : '0.00';
  const totals = totalsOf(composed, paid, rounding);
  const { start_date, end_date, timezone } = month.period;
  const isDue = totals.due !== '0.00';
  // After a change of the rate, the net amount of a month with a refund may have another sign than what was paid.
  const isNote = corrects !== undefined || composed.gross.startsWith('-');
  return {
    document_type: isNote ? 'credit_note' : 'invoice',
    basis,
    issue_date: invoice.issueDate,
    due_date: isDue ? invoice.dueDate : null,
    period_start: start_date,
    period_end: end_date,
    year: Number(start_date.slice(0, 4)),
    month: Number(start_date.slice(5, 7)),
    timezone,
    service_id: month.serviceId,
    service_type: month.type,
    currency: month.currency,
    language: invoice.language,
    net_amount: composed.net,
    tax_rate: composed.rate,
    tax_amount: composed.tax,
    gross_amount: composed.gross,
    paid_amount: paid,
    rounding,
    amount_due: totals.due,
    tax_treatment: treatmentOf(composed.tax_breakdown) ?? tax.treatment,
    status: statusOf(isDue, paid),
    summary: invoice.summary,
    detail: {
      supplier: supplierOf(config),
      customer: invoice.customer,
      lines: composed.lines,
      tax_breakdown: composed.tax_breakdown,
      totals,
      payments: invoice.payments,
      notes: composed.tax_breakdown.flatMap(({ exemption_text }) => exemption_text ?? []),
      preceding_invoice: corrects === undefined ? null : { number: corrects.number, date: corrects.date },
      ...(givesBack.length > 0 && { preceding_invoices: [...givesBack] }),
      ...(vat && { vat }),
      payment_terms: paymentTerms(basis, isDue ? invoice.dueDate : null),
    },
  };
}

/**
 * Returns when the VAT of a document became chargeable: on the days of its payments or months, otherwise on the given last day. Their
 * VAT was rounded for each, so the last of them gets the difference to that of the document.
 */
export function chargeableVat(
  { chargeable = [], corrects }: Pick<IssuedInvoice, 'chargeable' | 'corrects'>,
  { tax_amount }: Pick<DraftInvoice, 'tax_amount'>,
  lastDay: string,
): ChargeableVat[] {
  const days = [...Map.groupBy(chargeable, ({ day }) => day).values()];
  const parts = days.flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : { ...first, amount: sumOf([first, ...others].map(({ amount }) => amount)).toFixed(2) },
  );
  const last = parts.pop();
  if (last === undefined) return [{ day: lastDay, amount: tax_amount, rate: corrects }];
  const rest = new Big(tax_amount).minus(sumOf(parts.map(({ amount }) => amount)));
  return [...parts, { ...last, amount: rest.toFixed(2) }];
}

export function customerOf(account: AccountRow): InvoiceContent['customer'] {
  const { name, company, address, country, tax_number, account_sid } = account;
  return { name, company, address, country, tax_number, account_sid };
}

function supplierOf(config: Config): InvoiceContent['supplier'] {
  const { bank_name: _, ...issuer } = issuerOf(config);
  return { ...issuer, phone: null };
}

function paymentTerms(basis: StoredInvoice['basis'], due: string | null): string {
  if (due !== null) return `Due on ${due}`;
  return basis === 'usage' ? 'Paid from the prepaid balance' : 'Paid';
}

/** Overdue and corrected are not stored: they follow from the due date and from credit notes. */
function statusOf(isDue: boolean, paid: string): string {
  if (!isDue) return 'paid';
  return new Big(paid).gt(0) ? 'partially_paid' : 'issued';
}
