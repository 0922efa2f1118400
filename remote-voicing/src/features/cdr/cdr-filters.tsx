import { callResults, cdrQuerySchema } from '@portal/contract/cdr';
import { directions } from '@portal/contract/messages';
import { listOf, parameter } from '@portal/contract/query-value';
import { callColumns } from '@portal/contract/saved-views';
import { useTranslation } from '@portal/shared/i18n';
import { defineListFilters } from '@portal/shared/router';
import { CountryFilter, type FilterProps } from '@portal/shared/service-pages';
import { FilterBar, PeriodFilter, Select, TextField, useTypedFilter } from '@portal/shared/ui';
import type { ReactNode } from 'react';
import * as v from 'valibot';
import classes from './cdr.module.css';
import { NumberSearchBox } from './number-search-box.tsx';

/**
 * The page's state in the URL: the list's query, its columns and the open row. It omits the contract's rules between fields, so that
 * a period that is too long stays in the filter and the server's response explains the error.
 */
export const cdrPageQuerySchema = v.object({
  ...cdrQuerySchema.entries,
  columns: parameter(listOf(callColumns)),
  row: parameter(v.string()),
});

export type CdrPageQuery = v.InferOutput<typeof cdrPageQuerySchema>;

export const cdrFilters = defineListFilters(cdrPageQuerySchema, {
  ranges: [
    ['start_date', 'end_date', 'start_time', 'end_time'],
    ['duration_from', 'duration_to'],
  ],
  other: ['row', 'columns'],
});

interface CdrFiltersProps extends FilterProps<CdrPageQuery> {
  serviceId: string;
  /** Buttons beside the filters. */
  actions: ReactNode;
}

export function CdrFilters({ serviceId, query, setQuery, actions }: CdrFiltersProps) {
  const { t } = useTranslation('voicingCdrs');
  const results = callResults.map((result) => ({ value: result, title: t(`result.${result}`) }));
  const bothDirections = directions.map((value) => ({ value, title: t(`direction.${value}`) }));
  const isSearch = query.number !== undefined;
  const search = (
    <NumberSearchBox
      numbers={query.number}
      hasPeriod={hasPeriod(query)}
      // The Back button leads to the list before the search, not through its digits.
      onSearch={(number) => setQuery({ number }, { replace: isSearch && number.length > 0 })}
    />
  );
  return (
    <FilterBar
      search={search}
      actions={actions}
      activeCount={cdrFilters.count(query)}
      onReset={() => setQuery(cdrFilters.reset)}
    >
      <PeriodFilter
        defaultTitle={t(isSearch ? 'filters.allStored' : 'filters.last24Hours')}
        value={query}
        onChange={(days) => setQuery({ ...days, start_time: null, end_time: null })}
        pastOnly
      />
      <CountryFilter
        serviceId={serviceId}
        label={t('filters.country')}
        placeholder={t('filters.anyCountry')}
        countries={query.country}
        setQuery={setQuery}
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
      <SipCodeFilter
        codes={query.sip_code ?? []}
        onChange={(sip_code) => setQuery({ sip_code }, { replace: true })}
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

/** Whether the period is the customer's own: by default it is the last 24 hours, or all that is stored for a search. */
function hasPeriod({ start_date, end_date, start_time, end_time }: CdrPageQuery): boolean {
  return (start_date ?? end_date) !== undefined || (start_time !== undefined && end_time !== undefined);
}

interface SipCodeFilterProps {
  codes: readonly number[];
  /** Called with a comma list. */
  onChange: (codes: string) => void;
}

/** The codes of the networks' SIP responses. */
function SipCodeFilter({ codes, onChange }: SipCodeFilterProps) {
  const { t } = useTranslation('voicingCdrs');
  const { text, setText, isRefused } = useTypedFilter(codes.join(','), readSipCodes, onChange);
  return (
    <TextField
      label={t('details.sip')}
      description={t('filters.sipHint')}
      error={isRefused ? t('filters.sipError') : undefined}
      autoComplete="off"
      value={text}
      onValueChange={setText}
    />
  );
}

function readSipCodes(text: string): string | null {
  const codes = text.split(',').map((code) => code.trim());
  const given = codes.filter((code) => code !== '');
  return given.every((code) => /^\d{3}$/.test(code)) ? given.join(',') : null;
}

interface DurationFilterProps {
  from: number | undefined;
  to: number | undefined;
  onChange: (patch: { duration_from?: string; duration_to?: string }) => void;
}

/** The shortest and the longest duration in seconds, both included. */
function DurationFilter({ from, to, onChange }: DurationFilterProps) {
  const { t } = useTranslation('voicingCdrs');
  const first = useTypedFilter(String(from ?? ''), readSeconds, (duration_from) =>
    onChange({ duration_from }),
  );
  const last = useTypedFilter(String(to ?? ''), readSeconds, (duration_to) => onChange({ duration_to }));
  const isReversed = from !== undefined && to !== undefined && from > to;
  return (
    <div className={classes['durations']}>
      <TextField
        label={t('filters.durationFrom')}
        inputMode="numeric"
        autoComplete="off"
        placeholder="0"
        error={first.isRefused ? t('filters.durationError') : undefined}
        value={first.text}
        onValueChange={first.setText}
      />
      <TextField
        label={t('filters.durationTo')}
        inputMode="numeric"
        autoComplete="off"
        error={
          last.isRefused ? t('filters.durationError') : isReversed ? t('filters.durationOrder') : undefined
        }
        value={last.text}
        onValueChange={last.setText}
      />
    </div>
  );
}

function readSeconds(text: string): string | null {
  return /^\d{1,6}$/.test(text.trim()) ? String(Number(text)) : null;
}
