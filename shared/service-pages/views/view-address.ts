import { isOneOf } from '@portal/contract/response-member';
import { type SavedView, type ViewPeriod, viewPeriods } from '@portal/contract/saved-views';
import { type PeriodPreset, presetPeriod, presetsOf } from '@portal/shared/ui';

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
  const preset = presetOf(period);
  if (preset !== undefined) {
    const { start, end } = presetPeriod(preset, today);
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
 * seventh: first the one that was chosen last, then that of `view`, which had been saved before.
 */
export function movingPeriodsOf(
  { start_date: start, end_date: end }: Readonly<Record<string, string | undefined>>,
  today: string,
  view?: Readonly<SavedView['query']>,
): ViewPeriod[] {
  const preferred = presetOf(view?.period);
  return presetsOf({ start: start ?? null, end: end ?? null }, today, undefined, preferred).flatMap(
    (preset) => viewPeriods.filter((one) => presetOfView[one] === preset),
  );
}

/** The preset of the period filter that has the days of a view's period; undefined for one that this release does not know. */
export function presetOf(period: string | undefined): PeriodPreset | undefined {
  return isOneOf(viewPeriods, period) ? presetOfView[period] : undefined;
}
