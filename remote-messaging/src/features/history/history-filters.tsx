import {
  type MessageStatus,
  type MessageStatusGroup,
  messageGroupOfStatus,
  messageStatuses,
  type messageStatusFilters,
  messageStatusGroups,
  messagesQuerySchema,
} from '@portal/contract/messages';
import { listOf, parameter } from '@portal/contract/query-value';
import { messageColumns } from '@portal/contract/saved-views';
import { useTranslation } from '@portal/shared/i18n';
import { defineListFilters } from '@portal/shared/router';
import { CountryFilter, type FilterProps } from '@portal/shared/service-pages';
import {
  FilterBar,
  MultiSelect,
  PeriodFilter,
  SearchBox,
  type SelectOption,
  TextField,
  useTypedFilter,
} from '@portal/shared/ui';
import { type ReactNode, useMemo } from 'react';
import * as v from 'valibot';
import { useCarrierError } from '../../message-values.tsx';

/**
 * The page's state in the URL: the list's query, its columns and the open row. It omits the contract's rules between fields, so that
 * a period that is too long stays in the filter and the server's response explains the error.
 */
export const historyQuerySchema = v.object({
  ...messagesQuerySchema.entries,
  columns: parameter(listOf(messageColumns)),
  row: parameter(v.string()),
});
export type HistoryQuery = v.InferOutput<typeof historyQuerySchema>;

export const historyFilters = defineListFilters(historyQuerySchema, {
  ranges: [['start_date', 'end_date', 'start_time', 'end_time']],
  other: ['row', 'columns'],
});

interface HistoryFiltersProps extends FilterProps<HistoryQuery> {
  serviceId: string;
  /** Buttons beside the filters. */
  actions: ReactNode;
}

export function HistoryFilters({ serviceId, query, setQuery, actions }: HistoryFiltersProps) {
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
    <FilterBar
      search={search}
      actions={actions}
      activeCount={historyFilters.count(query)}
      onReset={() => setQuery(historyFilters.reset)}
    >
      <PeriodFilter
        defaultTitle={t('filters.last24Hours')}
        value={query}
        onChange={(days) => setQuery({ ...days, start_time: null, end_time: null })}
        pastOnly
      />
      <CountryFilter
        serviceId={serviceId}
        label={t('columns.country')}
        placeholder={t('filters.anyCountry')}
        countries={query.country}
        setQuery={setQuery}
      />
      <MultiSelect
        label={t('filters.status')}
        placeholder={t('filters.anyStatus')}
        options={useStatusOptions()}
        values={statuses}
        onChange={(next) => setQuery({ status: settleChoice(statuses, next) })}
      />
      <ErrorCodeFilter
        codes={query.error_code ?? []}
        onChange={(error_code) => setQuery({ error_code }, { replace: true })}
      />
    </FilterBar>
  );
}

interface ErrorCodeFilterProps {
  codes: readonly string[];
  /** Called with a comma list. */
  onChange: (codes: string) => void;
}

/** Codes of carriers' errors, or their names; those that are known are explained. */
function ErrorCodeFilter({ codes, onChange }: ErrorCodeFilterProps) {
  const { t } = useTranslation('messagingHistory');
  const reasonOf = useCarrierError();
  const { text, setText } = useTypedFilter(codes.join(','), commaList, onChange);
  return (
    <TextField
      label={t('filters.errorCode')}
      description={codes.map((code) => reasonOf(code, code)).join(', ') || t('filters.errorCodeHint')}
      autoComplete="off"
      maxLength={longestCode}
      value={text}
      onValueChange={setText}
    />
  );
}

/** The contract's limit of one code, in characters. */
const longestCode = 64;

function commaList(text: string): string {
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '').join(',');
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

export type StatusFilter = (typeof messageStatusFilters)[number];

/** The statuses that can be selected alone. A status with the name of its group is not among them: the name selects the group. */
export const singleStatuses = messageStatuses.filter((status) => !isGroup(status));

export function statusesOf(group: MessageStatusGroup): MessageStatus[] {
  return messageStatuses.filter((status) => messageGroupOfStatus[status] === group);
}

export function isGroup(value: StatusFilter): value is MessageStatusGroup {
  return messageStatusGroups.some((group) => group === value);
}

/** The selection without redundant values: a new group replaces its statuses, and a new status its group. */
export function settleChoice(
  before: readonly StatusFilter[],
  after: readonly StatusFilter[],
): StatusFilter[] {
  const added = after.filter((value) => !before.includes(value));
  return after.filter((value) => !added.some((one) => replaces(one, value)));
}

function replaces(added: StatusFilter, value: StatusFilter): boolean {
  if (isGroup(added)) return !isGroup(value) && messageGroupOfStatus[value] === added;
  return messageGroupOfStatus[added] === value;
}
