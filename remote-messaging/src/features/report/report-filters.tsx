import { messagingReportQuerySchema, type ReportGroup } from '@portal/contract/messaging-report';
import { parameter } from '@portal/contract/query-value';
import { useTranslation } from '@portal/shared/i18n';
import type { SetUrlQuery } from '@portal/shared/router';
import { FilterBar, PeriodFilter, Select, type SelectOption } from '@portal/shared/ui';
import * as v from 'valibot';

/**
 * The page's state in the URL: the report's query and the open row. A period that is too long stays in it; the server's
 * response explains the error.
 */
export const reportQuerySchema = v.object({
  ...messagingReportQuerySchema.entries,
  row: parameter(v.string()),
});
export type ReportQuery = v.InferOutput<typeof reportQuerySchema>;

/** Whether the report covers its default period, this month. */
export function isThisMonth({ start_date, end_date }: ReportQuery): boolean {
  return start_date === undefined && end_date === undefined;
}

interface ReportFiltersProps {
  query: ReportQuery;
  setQuery: SetUrlQuery<ReportQuery>;
}

export function ReportFilters({ query, setQuery }: ReportFiltersProps) {
  const { t } = useTranslation('messagingReport');
  const grouping = query.group_by.join(',');
  const activeCount = (isThisMonth(query) ? 0 : 1) + (grouping === defaultGrouping ? 0 : 1);
  const defaults = { start_date: undefined, end_date: undefined, group_by: undefined, order: undefined };
  return (
    <FilterBar activeCount={activeCount} onReset={() => setQuery(defaults)}>
      <PeriodFilter
        defaultTitle={t('filters.thisMonth')}
        presets={['today', 'yesterday', 'last7Days', 'last30Days', 'lastMonth']}
        value={query}
        onChange={setQuery}
        pastOnly
      />
      <Select
        label={t('filters.groupBy')}
        search={false}
        options={useGroupings(query.group_by)}
        value={grouping}
        // Clears the order: the rows may no longer have the group that they are sorted by.
        onChange={(value) => setQuery({ group_by: value, order: undefined, row: undefined })}
      />
    </FilterBar>
  );
}

const defaultGrouping = 'country,operator';

const groupings: readonly (readonly ReportGroup[])[] = [
  ['country', 'operator'],
  ['country'],
  ['operator'],
  ['day'],
  ['day', 'country'],
  ['sender'],
  ['sender', 'country'],
  ['campaign'],
];

/** The offered groupings, plus the current one if it comes from a link and is not among them. */
function useGroupings(chosen: readonly ReportGroup[]): SelectOption[] {
  const { t } = useTranslation('messagingReport');
  const isOffered = groupings.some((groups) => groups.join(',') === chosen.join(','));
  const all = isOffered ? groupings : [...groupings, chosen];
  return all.map((groups) => ({
    value: groups.join(','),
    title: groups
      .map((group) => t(`group.${group}`))
      .reduce((outer, inner) => t('filters.nested', { outer, inner })),
  }));
}
