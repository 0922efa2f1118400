import { daysOf, maxHistoryDays, type Period } from '@portal/contract/dates';
import type { SetUrlQuery } from '@portal/shared/router';
import {
  type Column,
  FilterBar,
  PeriodFilter,
  type PeriodFilterProps,
  Select,
  type SelectOption,
} from '@portal/shared/ui';
import type { ReactNode } from 'react';

/** What the filters of a list take: the page's state in the address, and what writes it. */
export interface FilterProps<Query> {
  query: Query;
  setQuery: SetUrlQuery<Query>;
}

interface ReportFiltersProps<Group extends string> extends Omit<PeriodFilterProps, 'presets' | 'pastOnly'> {
  activeCount: number;
  onReset: () => void;
  groupLabel: string;
  groups: readonly SelectOption<Group>[];
  group: Group;
  onGroup: (group: Group) => void;
}

/** The filters of a report: its period, and what the rows are grouped by. */
export function ReportFilters<Group extends string>(props: ReportFiltersProps<Group>) {
  const { activeCount, onReset, groupLabel, groups, group, onGroup, ...period } = props;
  return (
    <FilterBar activeCount={activeCount} onReset={onReset}>
      <PeriodFilter
        {...period}
        presets={['today', 'yesterday', 'last7Days', 'last30Days', 'lastMonth']}
        pastOnly
      />
      <Select label={groupLabel} search={false} options={groups} value={group} onChange={onGroup} />
    </FilterBar>
  );
}

/** What names a row of a report: a value for each group, null where the entries have none. */
export type RowKey = Readonly<Record<string, string | null>>;

/** A column for each group of a report. A group that is unknown to this release has its id as the header. */
export function groupColumns<Row extends { key: RowKey }, Group extends string>(
  groups: readonly string[],
  known: readonly Group[],
  titleOf: (group: Group) => string,
  cell: (group: string, value: string | null | undefined) => ReactNode,
): Column<Row>[] {
  return groups.map((group, index) => {
    const one = known.find((candidate) => candidate === group);
    return {
      id: group,
      header: one === undefined ? group : titleOf(one),
      sortable: one !== undefined,
      primary: index === 0,
      cell: ({ key }) => cell(group, key[group]),
    };
  });
}

/**
 * The filters with which a history shows exactly the entries of a report's row. `narrow` adds the filter for one group,
 * and returns null when the history has none. Null when the history cannot show the entries, because a value is missing
 * or the period has more than 92 days.
 */
export function historyFiltersOf<Filters extends { start_date?: unknown; end_date?: unknown }>(
  key: RowKey,
  period: Period,
  filters: Filters,
  narrow: (group: string, value: string, filters: Filters) => Filters | null,
): Filters | null {
  let narrowed: Filters | null = { start_date: period.start_date, end_date: period.end_date, ...filters };
  for (const [group, value] of Object.entries(key)) {
    narrowed = value === null ? null : narrow(group, value, narrowed);
    if (narrowed === null) return null;
  }
  return daysOf(String(narrowed.start_date), String(narrowed.end_date)) > maxHistoryDays ? null : narrowed;
}

/** An address with a query; empty values are left out. */
export function withQuery(path: string, query: object): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? path : `${path}?${search}`;
}
