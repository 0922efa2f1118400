import { daysOf, maxHistoryDays, type Period } from '@portal/contract/dates';
import type { MessagesQueryInput } from '@portal/contract/messages';

type Key = Readonly<Record<string, string | null>>;

/** What a figure counts, as the history's status filter says it; all messages without one. */
export const statusesOfFigure = {
  messages: undefined,
  delivered: 'delivered',
  undelivered: 'undelivered',
  expired: 'expired',
  rejected: 'rejected',
  failed: 'failed',
  pending: 'pending',
  received: 'received',
  notDelivered: 'undelivered,expired,rejected,failed',
} as const satisfies Record<string, string | undefined>;
export type LinkedFigure = keyof typeof statusesOfFigure;

/**
 * The filters by which the history shows a figure's messages; null where it cannot: it has no filter for a country, a
 * network or a campaign, and it takes no more than 92 days.
 */
export function historyFilters(key: Key, period: Period, figure: LinkedFigure): MessagesQueryInput | null {
  let filters: MessagesQueryInput = {
    start_date: period.start_date,
    end_date: period.end_date,
    status: statusesOfFigure[figure],
  };
  for (const [group, value] of Object.entries(key)) {
    if (value === null) return null;
    if (group === 'day') filters = { ...filters, start_date: value, end_date: value };
    // The search would also find the name inside another sender's, which in practice are none.
    else if (group === 'sender') filters = { ...filters, filter: value };
    else return null;
  }
  const days = daysOf(String(filters.start_date), String(filters.end_date));
  return days > maxHistoryDays ? null : filters;
}
