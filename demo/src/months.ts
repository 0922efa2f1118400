import type { AccountRow } from '@portal/bff/accounts';
import { chargeLines } from '@portal/bff/charge-lines';
import type { Config } from '@portal/bff/config';
import type { Queryable } from '@portal/bff/database';
import { Big } from '@portal/bff/decimal';
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

/** Returns the months before the anchor's with their invoice amounts. In the first month the customer was Latvian. */
export async function demoMonths(
  tx: Queryable,
  {
    config,
    account,
    anchor,
    charges: allCharges,
  }: { config: Config; account: AccountRow; anchor: DateTime; charges: readonly NumberCharge[] },
  service: ServiceRow,
  count: number,
): Promise<DemoMonth[]> {
  const months: DemoMonth[] = [];
  for (let index = 0; index < count; index += 1) {
    const start = anchor.startOf('month').minus({ months: count - index });
    const issued = start.plus({ months: 1 });
    const period = {
      start_date: start.toISODate() ?? '',
      end_date: start.endOf('month').toISODate() ?? '',
      timezone: account.timezone,
      start_utc: utc(start),
      end_utc: utc(issued),
    };
    const { service_id: serviceId, type, currency } = service;
    const month = { accountId: account.account_id, serviceId, type, currency, period };
    const charges = allCharges.filter(
      ({ occurred_at }) => occurred_at >= period.start_utc && occurred_at < period.end_utc,
    );
    const usages = [...(await findUsage(tx, month)), ...chargeLines(month, charges, [])];
    const summary = await findUsageSummary(tx, month);
    const customer = index === 0 ? { ...account, country: 'lv' } : account;
    const tax = vatOn(period.end_date, customer, config);
    const { gross } = composeInvoice(usages, tax);
    months.push({ month, charges, start, issued, usages, summary, tax, gross });
  }
  return months;
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
