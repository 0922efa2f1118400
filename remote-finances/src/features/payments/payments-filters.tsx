import { type PaymentsQuery, paymentFilterFields, paymentsQuerySchema } from '@portal/contract/payments';
import { serviceTypes } from '@portal/contract/services';
import { useTranslation } from '@portal/shared/i18n';
import { defineListFilters, type SetUrlQuery } from '@portal/shared/router';
import { FilterBar, longPeriodPresets, PeriodFilter, SearchBox, Select } from '@portal/shared/ui';

export const paymentFilters = defineListFilters(paymentsQuerySchema, {
  ranges: [['start_date', 'end_date']],
});

interface PaymentsFiltersProps {
  query: PaymentsQuery;
  onChange: SetUrlQuery<PaymentsQuery>;
  onReset: () => void;
}

/** The filters above the list; all of them stand in the address. */
export function PaymentsFilters({ query, onChange, onReset }: PaymentsFiltersProps) {
  const { t } = useTranslation('financesPayments');
  const [searchField] = query.filter_or;
  const services = serviceTypes.map((type) => ({ value: type, title: t(`service.${type}`) }));
  const fields = paymentFilterFields.map((field) => ({ value: field, title: t(`field.${field}`) }));
  const search = (
    <SearchBox
      label={t('filters.search')}
      placeholder={t('filters.searchPlaceholder')}
      value={query.filter_query}
      onSearch={(text) => onChange({ filter_query: text }, { replace: true })}
    />
  );
  return (
    <FilterBar search={search} activeCount={paymentFilters.count(query)} onReset={onReset}>
      <PeriodFilter
        value={query}
        onChange={onChange}
        defaultTitle={t('filters.defaultPeriod')}
        presets={longPeriodPresets}
      />
      <Select
        label={t('filters.service')}
        options={services}
        value={query.service_type}
        placeholder={t('filters.allServices')}
        onChange={(type) => onChange({ service_type: type })}
        onClear={() => onChange({ service_type: null })}
      />
      <Select
        label={t('filters.searchIn')}
        options={fields}
        search={false}
        value={searchField}
        placeholder={t('filters.allFields')}
        onChange={(field) => onChange({ filter_or: field })}
        onClear={() => onChange({ filter_or: null })}
      />
    </FilterBar>
  );
}
