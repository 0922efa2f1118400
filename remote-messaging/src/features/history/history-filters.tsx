import { messageGroupOfStatus, messageStatusGroups } from '@portal/contract/messages';
import { useTranslation } from '@portal/shared/i18n';
import type { SetUrlQuery } from '@portal/shared/router';
import { FilterBar, MultiSelect, PeriodFilter, SearchBox, type SelectOption } from '@portal/shared/ui';
import { useMemo } from 'react';
import { countFilters, type HistoryQuery, noFilters } from './history-query.ts';
import { type StatusFilter, settleChoice, singleStatuses, statusesOf } from './status-choice.ts';

interface HistoryFiltersProps {
  query: HistoryQuery;
  setQuery: SetUrlQuery<HistoryQuery>;
}

export function HistoryFilters({ query, setQuery }: HistoryFiltersProps) {
  const { t } = useTranslation('messagingHistory');
  const statuses = query.status ?? [];
  const search = (
    <SearchBox
      label={t('filters.search')}
      placeholder={t('filters.searchPlaceholder')}
      value={query.filter}
      onSearch={(filter) => setQuery({ filter }, { replace: true })}
    />
  );
  return (
    <FilterBar search={search} activeCount={countFilters(query)} onReset={() => setQuery(noFilters)}>
      <PeriodFilter defaultTitle={t('filters.last24Hours')} value={query} onChange={setQuery} pastOnly />
      <MultiSelect
        label={t('filters.status')}
        placeholder={t('filters.anyStatus')}
        options={useStatusOptions()}
        values={statuses}
        onChange={(next) => setQuery({ status: settleChoice(statuses, next) })}
      />
    </FilterBar>
  );
}

/** The groups, described by their statuses, then the statuses that can be selected alone. */
function useStatusOptions(): SelectOption<StatusFilter>[] {
  const { t } = useTranslation('messagingHistory');
  return useMemo(() => {
    const groups = messageStatusGroups.map((group) => {
      const members = statusesOf(group).map((status) => t(`status.${status}`));
      const description = members.length > 1 ? members.join(', ') : undefined;
      return { value: group, title: t(`group.${group}`), description };
    });
    const singles = singleStatuses.map((status) => ({
      value: status,
      title: t(`status.${status}`),
      description: t(`group.${messageGroupOfStatus[status]}`),
    }));
    return [...groups, ...singles];
  }, [t]);
}
