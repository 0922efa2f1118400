import type { Service } from '@portal/contract/services';
import { type StatementFilter, statementFilterSchema } from '@portal/contract/statement';
import { useTranslation } from '@portal/shared/i18n';
import { defineListFilters, type SetUrlQuery } from '@portal/shared/router';
import { FilterBar, longPeriodPresets, PeriodFilter, Select } from '@portal/shared/ui';
import { useStatementWords } from './use-statement.ts';

export const statementFilters = defineListFilters(statementFilterSchema, {
  ranges: [['start_date', 'end_date']],
});

interface StatementFiltersProps {
  services: readonly Service[];
  /** The service whose statement is shown. */
  serviceId: string;
  query: StatementFilter;
  onChange: SetUrlQuery<StatementFilter>;
  onReset: () => void;
}

/** This month is the default. */
const presets = longPeriodPresets.filter((preset) => preset !== 'thisMonth');

/** Service and period; both stand in the address. */
export function StatementFilters({ services, serviceId, query, onChange, onReset }: StatementFiltersProps) {
  const { t } = useTranslation('financesStatement');
  const words = useStatementWords();
  const options = services.map(({ service_id, type }) => ({ value: service_id, title: words.service(type) }));
  return (
    <FilterBar activeCount={statementFilters.count(query)} onReset={onReset}>
      <Select
        label={t('filters.service')}
        options={options}
        search={false}
        value={serviceId}
        onChange={(service_id) => onChange({ service_id })}
      />
      <PeriodFilter
        value={query}
        onChange={onChange}
        defaultTitle={t('filters.defaultPeriod')}
        presets={presets}
        pastOnly
      />
    </FilterBar>
  );
}
