import { type CdrQueryInput, callResults } from '@portal/contract/cdr';
import type { Period } from '@portal/contract/dates';
import { historyFiltersOf, type RowKey } from '@portal/shared/service-pages';
import { addDays } from '@portal/shared/ui';

/**
 * The filters with which the history shows exactly the calls of a row. Null when it cannot: it has no filter for a
 * destination or an hour.
 */
export function historyFilters(key: RowKey, period: Period): CdrQueryInput | null {
  return historyFiltersOf<CdrQueryInput>(key, period, {}, narrow);
}

function narrow(group: string, value: string, filters: CdrQueryInput): CdrQueryInput | null {
  switch (group) {
    case 'day':
      return { ...filters, start_date: value, end_date: value };
    case 'week':
      return within(filters, value, addDays(value, 6));
    case 'month':
      return within(filters, `${value.slice(0, 7)}-01`, lastOfMonth(value));
    case 'country':
      return { ...filters, country: value };
    case 'number_from':
      // The filter also matches longer numbers that begin like this one. In practice there are none.
      return /^\+?\d+$/.test(value) ? { ...filters, number_from: value.replace('+', '') } : null;
    case 'result':
      return callResults.some((known) => known === value) ? { ...filters, result: value } : null;
    default:
      return null;
  }
}

/** Narrows the period to a week or a month, which may reach beyond the period. */
function within(filters: CdrQueryInput, first: string, last: string): CdrQueryInput {
  const start = String(filters.start_date);
  const end = String(filters.end_date);
  return { ...filters, start_date: first > start ? first : start, end_date: last < end ? last : end };
}

function lastOfMonth(month: string): string {
  const next = addDays(`${month.slice(0, 7)}-28`, 4);
  return addDays(`${next.slice(0, 7)}-01`, -1);
}
