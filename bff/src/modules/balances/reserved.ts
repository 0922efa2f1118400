import { DateTime } from 'luxon';
import type { AccountRow } from '../../accounts/accounts.repository.ts';
import type { Config } from '../../config/config.ts';
import type { Queryable } from '../../database/database.ts';
import { Big } from '../../listing/decimal.ts';
import { chargeLines } from '../monthly-vat-invoices/charge-lines.ts';
import { lastDayOf } from '../monthly-vat-invoices/close-usage.ts';
import { findRents } from '../monthly-vat-invoices/find-rents.ts';
import { composeInvoice, sumOf, type Usage } from '../monthly-vat-invoices/invoice-arithmetic.ts';
import { findClosings, type MonthClosing } from '../monthly-vat-invoices/month-closings.repository.ts';
import { nextMonth } from '../monthly-vat-invoices/next-month.ts';
import type { BilledMonth } from '../monthly-vat-invoices/usage.repository.ts';
import { findPendingCharges } from '../number-rents/number-charges.repository.ts';
import type { ServiceRow } from '../services/services.repository.ts';
import { type VatCustomer, vatOn } from '../vat/vat.ts';
import { findLateLineCosts, findLineCosts, type LineCosts } from './reserved.repository.ts';

/** The account data that decide its months and their VAT. */
export type BilledAccount = VatCustomer & Pick<AccountRow, 'account_id' | 'timezone'>;

/** What the closing of the open months will debit. */
export interface Reserved {
  /** With the rounding of the invoices' lines; never negative. Six decimals. */
  total: string;
  /** VAT on usage and rents; two decimals. */
  vat: string;
  /** Rents that have not been charged; two decimals. */
  rents: string;
}

/**
 * Returns what the closing of the current month, and of an earlier one that is still open, would debit if they were closed now,
 * by the functions that close them. It reads sums, not calls or messages, so it can be shown on every page.
 */
export async function findReserved(
  db: Queryable,
  config: Pick<Config, 'PROVIDER_COUNTRY'>,
  account: BilledAccount,
  service: ServiceRow,
): Promise<Reserved> {
  const owner = { account_id: account.account_id, service_id: service.service_id };
  const closings = await findClosings(db, owner);
  const months = openMonths(account, service, closings);
  const current = months.at(-1) ?? months[0];
  // Those that are due have not been charged because the balance did not cover them.
  const rents = await findRents(db, current);
  const rent = sumOf(rents.map(({ amount }) => amount)).toFixed(2);
  if (service.vat_on === 'topup') return { total: rent, vat: '0.00', rents: rent };
  const taxOn = (day: string) => vatOn(day, account, config);
  const charges = await findPendingCharges(db, owner, current.period.end_utc);
  const late = await findLateLineCosts(db, months[0], closings);
  const totals: { total: Big; vat: string }[] = [];
  for (const [index, month] of months.entries()) {
    const costs = [
      ...(await findLineCosts(db, month, closings.length === 0 && index === 0)),
      ...(index === 0 ? late : []),
    ];
    const charged = charges.filter(({ occurred_at }) => isOf(occurred_at, month, index === 0));
    const lines = [
      ...costs.map((cost) => lineOf(month, cost)),
      ...chargeLines(month, charged, closings),
      ...(month === current ? rents : []),
    ];
    const usages = lines.map((line) => {
      const closed = line.params?.['month'];
      return closed === undefined ? line : { ...line, tax: taxOn(lastDayOf(closed)) };
    });
    const { gross, tax } = composeInvoice(usages, taxOn(month.period.end_date));
    totals.push({ total: new Big(gross).minus(amountOf(costs)).minus(amountOf(charged)), vat: tax });
  }
  const total = totals.reduce((sum, month) => sum.plus(month.total), new Big(0));
  return {
    total: (total.lt(0) ? new Big(0) : total).toFixed(6),
    vat: sumOf(totals.map(({ vat }) => vat)).toFixed(2),
    rents: rent,
  };
}

/** Whether a charge fell due in a month, or, if that is the first open one, in an earlier one. */
function isOf(moment: string, { period }: BilledMonth, isFirst: boolean): boolean {
  const at = DateTime.fromISO(moment);
  return (isFirst || at >= DateTime.fromISO(period.start_utc)) && at < DateTime.fromISO(period.end_utc);
}

/** The months after the last closed one, up to the current one. */
function openMonths(
  account: BilledAccount,
  service: ServiceRow,
  closings: readonly MonthClosing[],
): [BilledMonth, ...BilledMonth[]] {
  const now = DateTime.utc();
  const months: [BilledMonth, ...BilledMonth[]] = [nextMonth(account, service, closings)];
  const ended: Pick<MonthClosing, 'month' | 'period_end'>[] = [...closings];
  for (let last = months[0]; DateTime.fromISO(last.period.end_utc) <= now; ) {
    const { start_date, end_utc } = last.period;
    ended.push({ month: start_date, period_end: end_utc });
    last = nextMonth(account, service, ended);
    months.push(last);
  }
  return months;
}

/** One line instead of all with the same VAT, whose quantities and texts do not matter. */
function lineOf({ type }: BilledMonth, { net, late_month }: LineCosts): Usage {
  return {
    code: '',
    description: '',
    ...(late_month !== null && { params: { month: late_month } }),
    service_type: type === 'messaging' ? 'messaging' : 'voicing',
    quantity: '1',
    unit: 'piece',
    amount: net,
  };
}

function amountOf(parts: readonly { amount: string }[]): string {
  return sumOf(parts.map(({ amount }) => amount)).toFixed(amountScale);
}

/** Costs have six decimals. */
const amountScale = 6;
