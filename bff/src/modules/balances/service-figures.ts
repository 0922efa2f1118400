import { compareDecimals } from '@portal/contract/money';
import { DateTime } from 'luxon';
import type { Config } from '../../config/config.ts';
import type { Queryable } from '../../database/database.ts';
import { Big, trimmed } from '../../listing/decimal.ts';
import { findSpending, type ServiceRow, type SpendingRow } from '../services/services.repository.ts';
import { vatToday } from '../vat/vat.ts';
import { type BilledAccount, findReserved, type Reserved } from './reserved.ts';

/** What follows from a service's balance, its usage and the law, and is not stored. */
export type ServiceFigures = Awaited<ReturnType<typeof figuresOf>>;

/** Days of the trend, today included. */
const trendDays = 7;

/** Returns the figures of each of an account's services, by id. */
export async function findFigures(
  db: Queryable,
  config: Pick<Config, 'PROVIDER_COUNTRY'>,
  account: BilledAccount,
  services: readonly ServiceRow[],
): Promise<Map<string, ServiceFigures>> {
  const now = DateTime.now().setZone(account.timezone);
  const spending = await findSpending(db, account, services, {
    now: utc(now),
    since: utc(now.minus({ days: trendDays })),
  });
  const figures = new Map<string, ServiceFigures>();
  for (const service of services) {
    const spent = spending.filter(({ service_id }) => service_id === service.service_id);
    figures.set(service.service_id, await figuresOf(db, config, { account, service, spent, now }));
  }
  return figures;
}

interface Context {
  account: BilledAccount;
  service: ServiceRow;
  spent: readonly SpendingRow[];
  now: DateTime;
}

async function figuresOf(
  db: Queryable,
  config: Pick<Config, 'PROVIDER_COUNTRY'>,
  { account, service, spent, now }: Context,
) {
  const reserved = await findReserved(db, config, account, service);
  const available = availableOf(service, reserved);
  const days = trendOf(spent, now);
  // The earliest day began more than seven days ago: it is part of the sum, not of the trend.
  const weekly = spent.reduce((sum, { cost }) => sum.plus(cost), new Big(0));
  const vat = service.vat_on === 'usage' ? vatToday(account, config).rate : '0.00';
  return {
    available: trimmed(available.toFixed(6), 4),
    reserved: trimmed(reserved.total, 4),
    reserved_vat: reserved.vat,
    reserved_rents: reserved.rents,
    spend_today: days.at(-1)?.amount ?? '0.0000',
    spend_7d: trimmed(weekly.toFixed(6), 4),
    spend_by_day: days,
    days_left: daysLeft(available, weekly.times(new Big(vat).plus(100)).div(100)),
    threshold_state: thresholdState(service, available),
  };
}

/** Returns what was spent today and on the six days before. */
function trendOf(spent: readonly SpendingRow[], now: DateTime) {
  const byDay = new Map(spent.map(({ day, cost }) => [day, cost]));
  const days = Array.from({ length: trendDays }, (_, index) => {
    const date = now.minus({ days: trendDays - 1 - index }).toFormat('yyyy-MM-dd');
    return { date, cost: new Big(byDay.get(date) ?? 0) };
  });
  const most = days.reduce((high, { cost }) => (cost.gt(high) ? cost : high), new Big(0));
  return days.map(({ date, cost }) => ({
    date,
    amount: trimmed(cost.toFixed(6), 4),
    share: most.eq(0) ? 0 : cost.times(100).div(most).round(0).toNumber(),
  }));
}

/** Returns what a customer can use. */
function availableOf(
  { balance, credit_limit }: Pick<ServiceRow, 'balance' | 'credit_limit'>,
  { total }: Pick<Reserved, 'total'>,
): Big {
  return new Big(balance).plus(credit_limit).minus(total);
}

/** Returns the whole days until nothing is available at the rate of the last seven days; null without spending. */
function daysLeft(available: Big, weekly: Big): number | null {
  if (weekly.lte(0)) return null;
  return Math.max(0, available.times(trendDays).div(weekly).round(0, Big.roundDown).toNumber());
}

/** The stored state follows within a minute, see `followReserved`. */
function thresholdState(
  { threshold_enabled, threshold_amount }: ServiceRow,
  available: Big,
): ServiceRow['threshold_state'] {
  if (!threshold_enabled || threshold_amount === null) return 'off';
  return compareDecimals(available.toFixed(6), threshold_amount) < 0 ? 'triggered' : 'armed';
}

function utc(moment: DateTime): string {
  return moment.toUTC().toISO() ?? '';
}

/** Converts a service to the contract's shape, with both names of the threshold amount. */
export function toServiceResponse(row: ServiceRow, figures: ServiceFigures | undefined) {
  const { vat_on, price_list_id, balance, ...shown } = row;
  return { ...shown, balance: trimmed(balance, 4), threshold_balance: row.threshold_amount, ...figures };
}
