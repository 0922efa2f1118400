import type { RowKey } from '@portal/contract/report-cells';
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

/** An address with a query; empty values are left out. */
export function withQuery(path: string, query: object): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? path : `${path}?${search}`;
}
