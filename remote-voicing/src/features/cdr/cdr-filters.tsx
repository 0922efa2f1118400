import { callResults } from '@portal/contract/cdr';
import { directions } from '@portal/contract/messages';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import type { SetUrlQuery } from '@portal/shared/router';
import { FilterBar, PeriodFilter, Select, todayIn } from '@portal/shared/ui';
import { NumberFilterField } from '../../listing/number-filter-field.tsx';
import { type CdrPageQuery, countFilters, noFilters } from './cdr-page-query.ts';
import { DurationFilter } from './duration-filter.tsx';
import { useCountryOptions } from './use-country-options.ts';

interface CdrFiltersProps {
  serviceId: string;
  query: CdrPageQuery;
  setQuery: SetUrlQuery<CdrPageQuery>;
}

export function CdrFilters({ serviceId, query, setQuery }: CdrFiltersProps) {
  const { t } = useTranslation('voicingCdrs');
  const { timeZone } = useFormat();
  const [country] = query.country ?? [];
  const countries = useCountryOptions(serviceId, country);
  const numberTexts = { hint: t('filters.numberHint'), errorText: t('filters.numberError') };
  const results = callResults.map((result) => ({ value: result, title: t(`result.${result}`) }));
  const bothDirections = directions.map((value) => ({ value, title: t(`direction.${value}`) }));
  return (
    <FilterBar activeCount={countFilters(query)} onReset={() => setQuery(noFilters)}>
      <PeriodFilter
        defaultTitle={t('filters.last24Hours')}
        value={{ start: query.start_date ?? null, end: query.end_date ?? null }}
        onChange={({ start, end }) => setQuery({ start_date: start, end_date: end })}
        max={todayIn(timeZone)}
        timeZone={timeZone}
      />
      <NumberFilterField
        {...numberTexts}
        label={t('filters.numberFrom')}
        value={query.number_from}
        onChange={(number_from) => setQuery({ number_from }, { replace: true })}
      />
      <NumberFilterField
        {...numberTexts}
        label={t('filters.numberTo')}
        value={query.number_to}
        onChange={(number_to) => setQuery({ number_to }, { replace: true })}
      />
      <Select
        label={t('filters.country')}
        placeholder={t('filters.anyCountry')}
        options={countries.options}
        isLoading={countries.isLoading}
        value={country}
        onChange={(value) => setQuery({ country: [value] })}
        onClear={() => setQuery({ country: undefined })}
      />
      <Select
        label={t('filters.result')}
        placeholder={t('filters.anyResult')}
        options={results}
        search={false}
        value={query.result?.[0]}
        onChange={(value) => setQuery({ result: [value] })}
        onClear={() => setQuery({ result: undefined })}
      />
      <Select
        label={t('filters.direction')}
        placeholder={t('filters.anyDirection')}
        options={bothDirections}
        value={query.direction?.[0]}
        onChange={(value) => setQuery({ direction: [value] })}
        onClear={() => setQuery({ direction: undefined })}
      />
      <DurationFilter
        from={query.duration_from}
        to={query.duration_to}
        onChange={(patch) => setQuery(patch, { replace: true })}
      />
    </FilterBar>
  );
}
