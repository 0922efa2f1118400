import {
  type MonthlyVatInvoicesQuery,
  monthlyVatInvoicesQuerySchema,
} from '@portal/contract/monthly-vat-invoices';
import { serviceTypes } from '@portal/contract/services';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { defineListFilters, type SetUrlQuery } from '@portal/shared/router';
import { FilterBar, SearchBox, Select } from '@portal/shared/ui';

export const invoiceFilters = defineListFilters(monthlyVatInvoicesQuerySchema);

interface InvoicesFiltersProps {
  query: MonthlyVatInvoicesQuery;
  /** Years that have invoices. */
  years: readonly number[];
  onChange: SetUrlQuery<MonthlyVatInvoicesQuery>;
  onReset: () => void;
}

/** The filters above the list; all of them stand in the address. */
export function InvoicesFilters({ query, years, onChange, onReset }: InvoicesFiltersProps) {
  const { t } = useTranslation('financesMonthlyVatInvoices');
  const format = useFormat();
  const { year, month, service_type } = query;
  const offered = [...new Set(year === undefined ? years : [...years, year])].toSorted((a, b) => b - a);
  const services = serviceTypes.map((type) => ({ value: type, title: t(`service.${type}`) }));
  const search = (
    <SearchBox
      label={t('filters.search')}
      placeholder={t('filters.searchPlaceholder')}
      value={query.filter_query}
      onSearch={(text) => onChange({ filter_query: text }, { replace: true })}
    />
  );
  return (
    <FilterBar search={search} activeCount={invoiceFilters.count(query)} onReset={onReset}>
      <Select
        label={t('filters.year')}
        options={offered.map((one) => ({ value: String(one), title: String(one) }))}
        search={false}
        value={year === undefined ? undefined : String(year)}
        placeholder={t('filters.allYears')}
        onChange={(chosen) => onChange({ year: chosen })}
        onClear={() => onChange({ year: null, month: null })}
      />
      <Select
        label={t('filters.month')}
        options={months.map((one) => ({ value: String(one), title: format.month(year ?? 2000, one) }))}
        search={false}
        disabled={year === undefined}
        value={month === undefined ? undefined : String(month)}
        placeholder={year === undefined ? t('filters.monthNeedsYear') : t('filters.allMonths')}
        onChange={(chosen) => onChange({ month: chosen })}
        onClear={() => onChange({ month: null })}
      />
      <Select
        label={t('filters.service')}
        options={services}
        value={service_type}
        placeholder={t('filters.allServices')}
        onChange={(type) => onChange({ service_type: type })}
        onClear={() => onChange({ service_type: null })}
      />
    </FilterBar>
  );
}

const months = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;
