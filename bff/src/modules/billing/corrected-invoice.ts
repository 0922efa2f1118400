import type { Currency } from '@portal/contract/money';
import { DateTime } from 'luxon';
import type { Transaction } from '../../database/database.ts';
import { OperatorError } from '../../errors/operator-error.ts';
import type { ExchangeRate } from '../exchange-rates/exchange-rates.service.ts';
import { sumOf } from '../monthly-vat-invoices/invoice-arithmetic.ts';
import { findCorrections } from '../monthly-vat-invoices/invoice-corrections.repository.ts';
import type { IssuedInvoice } from '../monthly-vat-invoices/issue-invoice.ts';
import {
  findInvoiceByNumber,
  type StoredInvoice,
} from '../monthly-vat-invoices/monthly-vat-invoices.repository.ts';
import { noUsage } from '../monthly-vat-invoices/usage.repository.ts';
import { lockPayment } from '../payments/awaited-payments.repository.ts';
import { type CorrectedLine, linesToCorrect } from './corrected-lines.ts';
import { findGivenBack } from './given-back.ts';
import { lockService } from './lock-service.ts';

/** An invoice that is being corrected. Its service is locked. */
export interface CorrectedInvoice {
  accountId: string;
  serviceId: string;
  currency: Currency;
  original: StoredInvoice;
  lines: readonly CorrectedLine[];
  /** Whether nothing is left of the invoice afterwards. */
  isComplete: boolean;
  /** What documents of both bases contain. */
  common: Pick<
    IssuedInvoice,
    'month' | 'issueDate' | 'dueDate' | 'summary' | 'customer' | 'vat' | 'corrects' | 'language'
  >;
}

/** A credit note and the net amounts, VAT included for prepayments, that it gives back of its lines. */
export interface CreditNote {
  note: StoredInvoice;
  /** In the order of its lines; VAT included, for prepayments. */
  givenBack?: readonly string[];
}

interface Given {
  invoice: string;
  line?: string | undefined;
  amount?: string | undefined;
}

/** Finds an invoice and what is to be corrected of it, and locks its service. Throws OperatorError if that cannot be corrected. */
export async function lockInvoice(tx: Transaction, given: Given): Promise<CorrectedInvoice> {
  const found = await findIssued(tx, given.invoice);
  // Before the service, in the order of receipts: otherwise the two could wait for each other.
  const payments = found.detail.lines.map(({ description_params }) => description_params?.['number']);
  if (found.basis === 'prepayment')
    for (const payment of payments) if (payment !== undefined) await lockPayment(tx, payment);
  await lockService(tx, found.service_id);
  // Read under the lock, so that parallel commands do not correct the same amount twice.
  const { account_id: accountId, service_id, service_type, ...rest } = await findIssued(tx, given.invoice);
  const original = { ...rest, service_id, service_type };
  const { currency, detail } = original;
  const earlier =
    original.basis === 'usage'
      ? await findCorrections(tx, accountId, original.monthly_vat_invoice_id)
      : await findGivenBack(tx, accountId, original);
  const lines = linesToCorrect(original, earlier, given);
  const left = sumOf([original.net_amount, ...earlier.map(({ net_amount }) => net_amount)]);
  const { timezone, period_start: start_date, period_end: end_date } = original;
  const period = { start_date, end_date, timezone, start_utc: '', end_utc: '' };
  const today = DateTime.now().setZone(timezone).toFormat('yyyy-MM-dd');
  if (today < original.issue_date)
    throw new OperatorError(
      `${original.number} is dated ${original.issue_date}, but the clock says ${today}. Correct the clock, or repeat the command on the invoice's date or later.`,
    );
  const { exchange_rate = null, exchange_rate_source = null } = detail;
  return {
    accountId,
    serviceId: service_id,
    currency,
    original,
    lines,
    isComplete: lines.reduce((sum, { net }) => sum.minus(net), left).eq(0),
    common: {
      month: { accountId, serviceId: service_id, type: service_type, currency, period },
      issueDate: today,
      dueDate: today,
      summary: noUsage,
      customer: detail.customer,
      vat: detail.vat,
      language: original.language,
      corrects: { number: original.number, date: original.issue_date, exchange_rate, exchange_rate_source },
    },
  };
}

/** The rate at which an invoice has converted VAT that became chargeable on a day. */
export function rateOn({ detail }: Pick<StoredInvoice, 'detail'>, day: string): ExchangeRate {
  return detail.tax_conversions?.find(({ date }) => date === day) ?? detail;
}

async function findIssued(tx: Transaction, number: string) {
  const found = await findInvoiceByNumber(tx, number);
  if (found === undefined) throw new OperatorError(`There is no invoice ${number}.`);
  const { service_id, service_type } = found;
  if (found.document_type !== 'invoice') throw new OperatorError(`${number} is a credit note.`);
  if (service_id === null || service_type === null)
    throw new OperatorError(`${number} belongs to no service.`);
  return { ...found, service_id, service_type };
}
