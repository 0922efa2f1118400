import { maxReportDays } from '@portal/contract/dates';
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
import type { SessionAccount } from '../../sessions/sessions.repository.ts';
import type { ServiceRow } from '../services/services.repository.ts';
import { isCut, withDeletion } from './retention.ts';
import { type CallMetrics, findCallMetrics, findGroupedCalls } from './voicing-stats.repository.ts';

const byTime: readonly VoicingGroup[] = ['day', 'hour', 'week', 'month'];

/** Endpoint 16 for a voicing service: totals of calls by group, in total, and for the period before. */
export async function voicingStats(
  tx: Queryable,
  { account_id: accountId, timezone }: SessionAccount,
  { service_id: serviceId, currency }: ServiceRow,
  query: VoicingStatsQuery,
) {
  const period = resolvePeriod(query, { timezone, open: 'this_month', maxDays: maxReportDays });
  const groups = query.filter.length > 0 ? [...new Set(query.filter)] : (['day'] as const);
  const order = query.order ?? defaultOrder(groups);
  refuseUngrouped(order, { orders: voicingStatsOrders, allGroups: voicingGroups, groups });

  const calls = { accountId, serviceId, period };
  const paging = { ...query, order };
  const { rows, total, summary } = await findGroupedCalls(tx, { ...calls, ...paging, timezone, groups });
  const before = precedingPeriod(period);
  // Nothing is compared with what has been deleted.
  const previous = isCut(before) ? null : await findCallMetrics(tx, { ...calls, period: before, timezone });

  const shown = (metrics: CallMetrics) => ({ ...metrics, cost: trimmed(metrics.cost, 4), currency });
  const items = rows.map((row) => {
    const keys = groups.map((group) => [
      group,
      group === 'month' ? (row.month?.slice(0, 7) ?? null) : row[group],
    ]);
    return { key: Object.fromEntries(keys), ...shown(row) };
  });
  return {
    ...page(paging, items, total),
    service_type: 'voicing' as const,
    group_by: [...groups],
    period: withDeletion(period),
    summary: shown(summary),
    previous: previous && shown(previous),
  };
}

function defaultOrder(groups: readonly VoicingGroup[]): string {
  const time = groups.find((group) => byTime.includes(group));
  return time === undefined ? '-calls_total' : `-${time}`;
}
