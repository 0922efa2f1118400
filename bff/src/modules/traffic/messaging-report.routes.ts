import { daysOf, maxReportDays, type Period } from '@portal/contract/dates';
import { endpoints } from '@portal/contract/endpoints';
import {
  type MessagingSeriesPoint,
  type ReportGroup,
  reportGroups,
  reportOrders,
} from '@portal/contract/messaging-report';
import type { FastifyInstance } from 'fastify';
import type { AppContext, ExchangeOf } from '../../app/context.ts';
import { route } from '../../app/route.ts';
import { trimmed } from '../../listing/decimal.ts';
import { page, refuseUngrouped } from '../../listing/page.ts';
import { precedingPeriod, resolvePeriod } from '../../listing/period.ts';
import { requireService } from '../services/services.service.ts';
import {
  countReportRows,
  findReportRows,
  findReportSeries,
  findReportTotals,
  findTopErrors,
  type ReportMetrics,
} from './messaging-report.repository.ts';
import { isCut, withDeletion } from './retention.ts';

/** Endpoint 20. */
export async function messagingReportRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const getReport = async ({ tx, account, params, query }: ExchangeOf<'getMessagingReport'>) => {
    const { service_id, currency } = await requireService(tx, account, params, 'messaging');
    const { account_id: accountId, timezone } = account;
    const period = resolvePeriod(query, { timezone, open: 'this_month', maxDays: maxReportDays });
    const groups: ReportGroup[] =
      query.group_by.length > 0 ? [...new Set(query.group_by)] : ['country', 'operator'];
    const order = query.order ?? (groups.includes('day') ? '-day' : '-messages');
    refuseUngrouped(order, { orders: reportOrders, allGroups: reportGroups, groups });

    const messages = { accountId, serviceId: service_id, period, timezone };
    const paging = { ...query, order };
    const grouped = { ...messages, ...paging, groups };
    const rows = await findReportRows(tx, grouped);
    const errors = await findTopErrors(tx, grouped, rows);
    const series = await findReportSeries(tx, messages);
    const summary = await findReportTotals(tx, messages);
    const before = precedingPeriod(period);
    // Nothing is compared with what has been deleted.
    const previous = isCut(before) ? null : await findReportTotals(tx, { ...messages, period: before });
    const total = rows[0]?.groups_total ?? (await countReportRows(tx, grouped));

    const shown = (metrics: ReportMetrics) => ({ ...metrics, cost: trimmed(metrics.cost, 4), currency });
    const items = rows.map((row, index) => {
      const key = Object.fromEntries(groups.map((group) => [group, row[group]]));
      return { key, ...shown(row), top_errors: errors[index] ?? [] };
    });
    return {
      ...page(paging, items, total),
      service_type: 'messaging' as const,
      group_by: [...groups],
      period: withDeletion(period),
      series: everyDay(series, period),
      summary: shown(summary),
      previous: previous && shown(previous),
    };
  };
  route(app, context, endpoints.getMessagingReport, getReport, { capacity: 'reports' });
}

/** Adds the days without messages, for the chart. */
function everyDay(series: readonly MessagingSeriesPoint[], period: Period): MessagingSeriesPoint[] {
  const known = new Map(series.map((point) => [point.date, point]));
  const points: MessagingSeriesPoint[] = [];
  for (let index = 0; index < daysOf(period.start_date, period.end_date); index += 1) {
    const date = new Date(Date.parse(period.start_date) + index * 86_400_000).toISOString().slice(0, 10);
    const point = known.get(date) ?? { date, messages: 0, delivered: 0, failed: 0, pending: 0, cost: '0' };
    points.push({ ...point, cost: trimmed(point.cost, 4) });
  }
  return points;
}
