import { Big, trimmed } from '../../listing/decimal.ts';
import type { ServiceRow, SpendingRow } from './services.repository.ts';

/** A service as the contract shows it; both names of the threshold's amount stand in it. */
export function serviceAnswer(row: ServiceRow, spending?: SpendingRow) {
  const { vat_on, price_list_id, balance, available, ...shown } = row;
  return {
    ...shown,
    balance: trimmed(balance, 4),
    available: trimmed(available, 4),
    reserved: '0.0000',
    threshold_balance: row.threshold_amount,
    spend_today: trimmed(spending?.today ?? '0', 4),
    spend_7d: trimmed(spending?.last_7_days ?? '0', 4),
    days_left: daysLeft(row, spending),
  };
}

/** Whole days until the balance is used up at the pace of the last seven days; null without spending. */
export function daysLeft({ available }: ServiceRow, spending: SpendingRow | undefined): number | null {
  const weekly = new Big(spending?.last_7_days ?? '0');
  if (weekly.lte(0)) return null;
  const days = new Big(available).times(7).div(weekly).round(0, Big.roundDown).toNumber();
  return Math.max(0, days);
}
