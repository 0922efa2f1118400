import type { AccountRow } from '@portal/bff/accounts';
import { chargeLines } from '@portal/bff/charge-lines';
import type { Config } from '@portal/bff/config';
import type { Queryable } from '@portal/bff/database';
import { Big } from '@portal/bff/decimal';
import { findRents } from '@portal/bff/find-rents';
import { composeInvoice, type Tax, type Usage } from '@portal/bff/invoice-arithmetic';
import { type BilledMonth, findUsage, findUsageSummary, type UsageSummary } from '@portal/bff/invoice-usage';
import type { NumberCharge } from '@portal/bff/number-charges';
import type { ServiceRow } from '@portal/bff/services';
import { vatOn } from '@portal/bff/vat';
import type { DateTime } from 'luxon';
import { utc } from './days.ts';

export interface DemoMonth {
  month: BilledMonth;
  /** What was charged for numbers in the month. */
  charges: NumberCharge[];
  start: DateTime;
  issued: DateTime;
  usages: Usage[];
  summary: UsageSummary;
  tax: Tax;
  gross: string;
}

interface MonthsPlan {
  config: Config;
  account: AccountRow;
  anchor: DateTime;
  /** What was charged for the service's numbers. */
  charges: readonly NumberCharge[];
}

/** Returns the months before the anchor's with their invoice amounts. In the first month the customer was Latvian. */
export async function demoMonths(
  tx: Queryable,
  plan: MonthsPlan,
  service: ServiceRow,
  count: number,
): Promise<DemoMonth[]> {
  const months: DemoMonth[] = [];
  for (let index = 0; index < count; index += 1) {
    const start = plan.anchor.startOf('month').minus({ months: count - index });
    const account = index === 0 ? { ...plan.account, country: 'lv' } : plan.account;
    months.push(
      await demoMonth(tx, { ...plan, account }, service, { start, end: start.plus({ months: 1 }) }),
    );
  }
  return months;
}

/** Returns what closing the anchor's month would invoice: the usage until now, and the numbers until the month's end. */
export async function currentGross(tx: Queryable, plan: MonthsPlan, service: ServiceRow): Promise<string> {
  const span = { start: plan.anchor.startOf('month'), end: plan.anchor };
  const { month, usages, tax } = await demoMonth(tx, plan, service, span);
  return composeInvoice([...usages, ...(await findRents(tx, month))], tax).gross;
}

async function demoMonth(
  tx: Queryable,
  { config, account, charges: allCharges }: MonthsPlan,
  { service_id: serviceId, type, currency }: ServiceRow,
  { start, end }: { start: DateTime; end: DateTime },
): Promise<DemoMonth> {
  const period = {
    start_date: start.toISODate() ?? '',
    end_date: start.endOf('month').toISODate() ?? '',
    timezone: account.timezone,
    start_utc: utc(start),
    end_utc: utc(end),
  };
  const month = { accountId: account.account_id, serviceId, type, currency, period };
  const charges = allCharges.filter(
    ({ occurred_at }) => occurred_at >= period.start_utc && occurred_at < period.end_utc,
  );
  const usages = [...(await findUsage(tx, month)), ...chargeLines(month, charges, [])];
  const summary = await findUsageSummary(tx, month);
  const tax = vatOn(period.end_date, account, config);
  const { gross } = composeInvoice(usages, tax);
  return { month, charges, start, issued: end, usages, summary, tax, gross };
}

/** An amount that was credited to a service. */
export interface Credit {
  payment_id: string;
  createdMs: number;
  date: string;
  amount: string;
}

/** Rounds an amount up to a multiple of `step`. */
export function roundUp(amount: Big, step: number): Big {
  return amount.div(step).round(0, Big.roundUp).times(step);
}

/** Pays invoices from earlier credits, oldest first. Returns the amounts that each invoice used. */
export function allocate(
  credits: readonly Credit[],
  invoices: readonly { gross: string; issuedMs: number }[],
) {
  const rest = credits.map((credit) => ({ ...credit, left: new Big(credit.amount) }));
  rest.sort((a, b) => a.createdMs - b.createdMs);
  // A refund reduces the credits before it, latest first.
  for (const [index, negative] of rest.entries()) {
    if (negative.left.gte(0)) continue;
    let owed = negative.left.abs();
    for (const credit of rest.slice(0, index).reverse()) {
      const taken = credit.left.gt(0) ? minimum(credit.left, owed) : new Big(0);
      credit.left = credit.left.minus(taken);
      owed = owed.minus(taken);
    }
  }
  return invoices.map(({ gross, issuedMs }) => {
    let due = new Big(gross);
    const taken: { payment_id: string; date: string; amount: string }[] = [];
    for (const credit of rest) {
      if (due.lte(0)) break;
      if (credit.createdMs > issuedMs || credit.left.lte(0)) continue;
      const amount = minimum(credit.left, due);
      credit.left = credit.left.minus(amount);
      due = due.minus(amount);
      taken.push({ payment_id: credit.payment_id, date: credit.date, amount: amount.toFixed(2) });
    }
    return taken;
  });
}

function minimum(a: Big, b: Big): Big {
  return a.lt(b) ? a : b;
}
