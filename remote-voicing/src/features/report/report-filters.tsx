import { voicingGroups } from '@portal/contract/voicing-stats';
import { useTranslation } from '@portal/shared/i18n';
import type { SetUrlQuery } from '@portal/shared/router';
import { FilterBar, PeriodFilter, Select } from '@portal/shared/ui';
import { isThisMonth, type ReportQuery } from './report-query.ts';

interface ReportFiltersProps {
  query: ReportQuery;
  setQuery: SetUrlQuery<ReportQuery>;
}

export function ReportFilters({ query, setQuery }: ReportFiltersProps) {
  const { t } = useTranslation('voicingStats');
  const [group = 'day'] = query.filter;
  const activeCount = (isThisMonth(query) ? 0 : 1) + (group === 'day' ? 0 : 1);
  const atRest = { start_date: undefined, end_date: undefined, filter: undefined, order: undefined };
  return (
    <FilterBar activeCount={activeCount} onReset={() => setQuery(atRest)}>
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
