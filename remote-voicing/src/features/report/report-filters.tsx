import { voicingGroups, voicingStatsQuerySchema } from '@portal/contract/voicing-stats';
import { useTranslation } from '@portal/shared/i18n';
import type { SetUrlQuery } from '@portal/shared/router';
import { FilterBar, PeriodFilter, Select } from '@portal/shared/ui';
import * as v from 'valibot';

/** The page's state in the URL. A period that is too long stays in it; the server's response explains the error. */
export const reportQuerySchema = v.object(voicingStatsQuerySchema.entries);
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
  const { t } = useTranslation('voicingStats');
  const [group = 'day'] = query.filter;
  const activeCount = (isThisMonth(query) ? 0 : 1) + (group === 'day' ? 0 : 1);
  const defaults = { start_date: undefined, end_date: undefined, filter: undefined, order: undefined };
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
        options={voicingGroups.map((value) => ({ value, title: t(`group.${value}`) }))}
        value={group}
        // Clears the order: the rows may no longer have the group that they are sorted by.
        onChange={(value) => setQuery({ filter: [value], order: undefined })}
      />
    </FilterBar>
  );
}
