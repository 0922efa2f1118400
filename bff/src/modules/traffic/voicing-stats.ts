import { daysOf, maxHistoryDays, maxReportDays } from '@portal/contract/dates';
import {
  type VoicingGroup,
  type VoicingStatsQuery,
  voicingGroups,
  voicingStatsOrders,
} from '@portal/contract/voicing-stats';
import type { Queryable } from '../../database/database.ts';
import { trimmed } from '../../listing/decimal.ts';
import { page, refuseUngrouped } from '../../listing/page.ts';
import { precedingPeriod, resolvePeriod } from '../../listing/period.ts';
import type { ServiceRow } from '../services/services.repository.ts';
import {
  type CallMetrics,
  findCallMetrics,
  findGroupedCalls,
  type GroupedRow,
} from './voicing-stats.repository.ts';

const byTime: readonly VoicingGroup[] = ['day', 'hour', 'week', 'month'];

interface Account {
  account_id: string;
  timezone: string;
}

/** Endpoint 16 for a voicing service: totals of calls by group, in total, and for the period before. */
export async function voicingStats(
  tx: Queryable,
  account: Account,
  service: ServiceRow,
  query: VoicingStatsQuery,
) {
  const period = resolvePeriod(query, {
    timezone: account.timezone,
    open: 'this_month',
    maxDays: maxReportDays,
  });
  const groups = query.filter.length > 0 ? [...new Set(query.filter)] : (['day'] as const);
  const order = query.order ?? defaultOrder(groups);
  refuseUngrouped(order, { orders: voicingStatsOrders, allGroups: voicingGroups, groups });

  const hasMedians = daysOf(period.start_date, period.end_date) <= maxHistoryDays;
  const calls = { accountId: account.account_id, serviceId: service.service_id, hasMedians };
  const { limit, offset } = query;
  const { timezone } = account;
  const { items, total, summary } = await findGroupedCalls(tx, {
    ...calls,
    period,
    timezone,
    groups,
    order,
    limit,
    offset,
  });
  const previous = await findCallMetrics(tx, { ...calls, period: precedingPeriod(period) });

  return {
    ...page(
      query,
      order,
      items.map((row) => ({ key: keyOf(row, groups), ...shown(row, service) })),
      total,
    ),
    service_type: 'voicing' as const,
    group_by: [...groups],
    period,
    summary: shown(summary, service),
    previous: shown(previous, service),
  };
}

function defaultOrder(groups: readonly VoicingGroup[]): string {
  const time = groups.find((group) => byTime.includes(group));
  return time === undefined ? '-calls_total' : `-${time}`;
}

function keyOf(row: GroupedRow, groups: readonly VoicingGroup[]): Record<string, string | null> {
  return Object.fromEntries(
    groups.map((group) => [group, group === 'month' ? (row.month?.slice(0, 7) ?? null) : row[group]]),
  );
}

function shown(metrics: CallMetrics, { currency }: ServiceRow) {
  return { ...metrics, cost: trimmed(metrics.cost, 4), currency };
}
