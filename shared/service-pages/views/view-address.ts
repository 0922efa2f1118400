import { isOneOf } from '@portal/contract/response-member';
import { type SavedView, type ViewPeriod, viewPeriods } from '@portal/contract/saved-views';
import { type PeriodPreset, presetOf, presetPeriod } from '@portal/shared/ui';

const presets: Readonly<Record<ViewPeriod, PeriodPreset>> = {
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
    const { start, end } = presetPeriod(presets[period], today);
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

/** The period that moves on with the days and has the days of a query today; undefined if there is none. */
export function movingPeriodOf(
  { start_date: start, end_date: end }: Readonly<Record<string, string | undefined>>,
  today: string,
): { period: ViewPeriod; preset: PeriodPreset } | undefined {
  const preset = presetOf({ start: start ?? null, end: end ?? null }, today);
  const period = viewPeriods.find((one) => presets[one] === preset);
  return preset && period && { period, preset };
}
