import { isOneOf } from '@portal/contract/response-member';
import { type SavedView, type ViewPeriod, viewPeriods } from '@portal/contract/saved-views';
import { type PeriodPreset, presetPeriod } from '@portal/shared/ui';

/** The preset of the period filter that has the days of a view's period. */
export const presetOfView: Readonly<Record<ViewPeriod, PeriodPreset>> = {
  today: 'today',
  yesterday: 'yesterday',
  last_7_days: 'last7Days',
  last_30_days: 'last30Days',
  this_month: 'thisMonth',
  last_month: 'lastMonth',
};

/** The parameters of the address that shows a view today. */
export function addressOfView({ query, columns }: ViewParts, today: string): string {
  const { period, ...parameters } = query;
  const search = new URLSearchParams(parameters);
  if (isOneOf(viewPeriods, period)) {
    const { start, end } = presetPeriod(presetOfView[period], today);
    search.set('start_date', start);
    search.set('end_date', end);
  }
  search.set('columns', columns.join(','));
  search.sort();
  return search.toString();
}

interface ViewParts {
  query: Readonly<SavedView['query']>;
  columns: readonly string[];
}

/**
 * The periods that move on with the days and have the days of a query today, such as the last 7 days and this month on the
 * seventh. That of `view`, which had been saved before, comes first.
 */
export function movingPeriodsOf(
  { start_date: start, end_date: end }: Readonly<Record<string, string | undefined>>,
  today: string,
  view?: Readonly<SavedView['query']>,
): ViewPeriod[] {
  const found = viewPeriods.filter((one) => {
    const days = presetPeriod(presetOfView[one], today);
    return days.start === start && days.end === end;
  });
  return found.toSorted((one, other) => Number(other === view?.period) - Number(one === view?.period));
}
