import { DateTime } from 'luxon';
import type { Transaction } from '../../database/database.ts';
import { Big } from '../../listing/decimal.ts';
import type { ChargeableVat } from '../exchange-rates/exchange-rates.service.ts';
import {
  findPendingCharges,
  insertInvoicedCharges,
  type NumberCharge,
} from '../number-rents/number-charges.repository.ts';
import { vatOn } from '../vat/vat.ts';
import { chargeLines } from './charge-lines.ts';
import { type Closing, type ClosingContext, closingActor, contentOf } from './closing.ts';
import { insertReceipts, takeCredits, type UsedCredit } from './document-receipts.repository.ts';
import { composeInvoice, sumOf, type Tax, type Usage } from './invoice-arithmetic.ts';
import { type IssuedInvoice, issueInvoice } from './issue-invoice.ts';
import { findLateUsage, findPendingUsage, insertClosing, recordsOf } from './month-closings.repository.ts';
import type { StoredInvoice } from './monthly-vat-invoices.repository.ts';
import { postInvoice } from './post-invoice.ts';
import { findSummedUsage, findUsage } from './usage.repository.ts';

/** The document taxes what was used. Usage was charged when it was imported; numbers when they renewed; VAT is charged now. */
export async function closeUsage(
  tx: Transaction,
  context: ClosingContext,
  closing: Closing,
): Promise<StoredInvoice[]> {
  const { month, now } = closing;
  const pending = await findPendingUsage(tx, month, closing.closings);
  const traffic = await findUsage(tx, month, recordsOf(month, pending));
  const { charges, credits, content } = await prepareUsage(tx, context, closing, traffic);
  if (content === undefined) {
    await insertClosing(tx, month, pending, null);
    return [];
  }
  const invoice = await issueInvoice(tx, context.config, content);
  await insertReceipts(tx, month.accountId, invoice.monthly_vat_invoice_id, credits, { atIssue: true });
  await insertClosing(tx, month, pending, invoice.monthly_vat_invoice_id);
  await insertInvoicedCharges(tx, month.accountId, invoice.monthly_vat_invoice_id, charges);
  const charged = {
    usage: sumOf(pending.map(({ cost }) => cost)).toFixed(6),
    rents: sumOf(charges.map(({ amount }) => amount)).toFixed(2),
  };
  const posting = { accountId: month.accountId, serviceId: month.serviceId, charged };
  await postInvoice(tx, invoice, { ...posting, actor: closingActor, occurredAt: now.toISO() ?? '' });
  return [invoice];
}

/** Returns the lines of an open month's traffic. It reads sums, so it takes the same time for millions of records. */
export async function findOpenUsage(tx: Transaction, { month, closings }: Closing): Promise<Usage[]> {
  const late = await findLateUsage(tx, month, closings);
  return [
    ...(await findSummedUsage(tx, month, closings.length === 0)),
    ...(late.length === 0 ? [] : await findUsage(tx, month, recordsOf(month, late))),
  ];
}

/**
 * Returns what the document would contain if the month were closed now; nothing if there is nothing to invoice. It only reads. `traffic`
 * are the lines of calls or messages.
 */
export async function prepareUsage(
  tx: Transaction,
  { config }: Pick<ClosingContext, 'config'>,
  closing: Closing,
  traffic: readonly Usage[],
): Promise<{
  charges: NumberCharge[];
  credits: UsedCredit[];
  content?: IssuedInvoice;
}> {
  const { account, month, closings } = closing;
  const owner = { account_id: month.accountId, service_id: month.serviceId };
  const charges = await findPendingCharges(tx, owner, month.period.end_utc);
  const taxOn = (day: string) => vatOn(day, account, config);
  const lines = [...traffic, ...chargeLines(month, charges, closings)];
  const usages = lines.map((usage) => {
    const late = usage.params?.['month'];
    return late === undefined ? usage : { ...usage, tax: taxOn(lastDayOf(late)) };
  });
  if (usages.length === 0) return { charges, credits: [] };
  const tax = taxOn(month.period.end_date);
  const { gross } = composeInvoice(usages, tax);
  const credits = await takeCredits(tx, owner, gross);
  const content = {
    ...(await contentOf(tx, closing)),
    usages,
    tax,
    chargeable: chargeableByMonth(usages, tax, month.period.end_date),
    paid: sumOf(credits.map(({ amount }) => amount)).toFixed(2),
    payments: paymentsOf(credits),
  };
  return { charges, credits, content };
}

/** One row for each payment; credits without a payment are not listed. */
function paymentsOf(credits: readonly UsedCredit[]): IssuedInvoice['payments'] {
  const ofPayments = Map.groupBy(
    credits.filter(({ payment_id }) => payment_id !== null),
    ({ payment_id }) => payment_id,
  );
  return [...ofPayments].map(([payment_id, parts]) => ({
    payment_id: payment_id ?? '',
    number: parts[0]?.number ?? null,
    date: parts[0]?.date ?? '',
    amount: sumOf(parts.map(({ amount }) => amount)).toFixed(2),
  }));
}

/**
 * Returns the VAT of each month's lines, the earliest first. It became chargeable on the last day of the month, however late it is
 * billed; `lastDay` is that of the document's own month.
 */
export function chargeableByMonth(usages: readonly Usage[], tax: Tax, lastDay: string): ChargeableVat[] {
  const months = Map.groupBy(usages, ({ params }) => params?.['month']);
  return [...months]
    .map(([late, lines]) => ({
      day: late === undefined ? lastDay : lastDayOf(late),
      amount: composeInvoice(lines, tax).tax,
    }))
    .filter(({ amount }) => !new Big(amount).eq(0))
    .toSorted((one, other) => one.day.localeCompare(other.day));
}

/** Returns the last day of a month, `YYYY-MM`. */
export function lastDayOf(month: string): string {
  return DateTime.fromISO(`${month}-01`).endOf('month').toFormat('yyyy-MM-dd');
}
