import { maxReportDays, type Period } from '@portal/contract/dates';
import { endpoints } from '@portal/contract/endpoints';
import {
  type MessagingSeriesPoint,
  type ReportGroup,
  reportGroups,
  reportOrders,
} from '@portal/contract/messaging-report';
import type { FastifyInstance } from 'fastify';
import { DateTime } from 'luxon';
import type { AppContext } from '../../app/context.ts';
import { route } from '../../app/route.ts';
import { trimmed } from '../../listing/decimal.ts';
import { page, refuseUngrouped } from '../../listing/page.ts';
import { precedingPeriod, resolvePeriod } from '../../listing/period.ts';
import { requireService } from '../services/services.service.ts';
import * as repository from './messaging-report.repository.ts';

const topErrors = 3;

/** Endpoint 20. */
export async function messagingReportRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  route(app, context, endpoints.getMessagingReport, async ({ tx, account, params, query }) => {
    const { service_id, currency } = await requireService(
      tx,
      account.account_id,
      params.service_id,
      'messaging',
    );
    const { timezone } = account;
    const period = resolvePeriod(query, { timezone, open: 'this_month', maxDays: maxReportDays });
    const groups: ReportGroup[] =
      query.group_by.length > 0 ? [...new Set(query.group_by)] : ['country', 'operator'];
    const order = query.order ?? (groups.includes('day') ? '-day' : '-messages');
    refuseUngrouped(order, { orders: reportOrders, allGroups: reportGroups, groups });

    const messages = { accountId: account.account_id, serviceId: service_id, period, timezone };
    const grouped = { ...messages, groups, order, limit: query.limit, offset: query.offset };
    const rows = await repository.findReportRows(tx, grouped);
    const errors = await repository.findReportErrors(tx, grouped);
    const series = await repository.findReportSeries(tx, messages);
    const summary = await repository.findReportTotals(tx, messages);
    const previous = await repository.findReportTotals(tx, { ...messages, period: precedingPeriod(period) });
    const total = rows[0]?.groups_total ?? (await repository.countReportRows(tx, grouped));

    const items = rows.map((row) => {
      const key = keyOf(row, groups);
      return { key, ...shown(row, currency), top_errors: errorsOf(errors, key, groups) };
    });
    return {
      ...page(query, order, items, total),
      service_type: 'messaging' as const,
      group_by: [...groups],
      period,
      series: everyDay(series, period),
      summary: shown(summary, currency),
      previous: shown(previous, currency),
    };
  });
}

function keyOf(
  row: Record<ReportGroup, string | null>,
  groups: readonly ReportGroup[],
): Record<string, string | null> {
  return Object.fromEntries(groups.map((group) => [group, row[group]]));
}

function errorsOf(
  errors: readonly repository.ErrorRow[],
  key: Record<string, string | null>,
  groups: readonly ReportGroup[],
) {
  return errors
    .filter((error) => groups.every((group) => error[group] === key[group]))
    .slice(0, topErrors)
    .map(({ error_code, error_name, count }) => ({ code: error_code, name: error_name, count }));
}

/** Adds the days without messages, for the chart. */
function everyDay(series: readonly MessagingSeriesPoint[], period: Period): MessagingSeriesPoint[] {
  const known = new Map(series.map((point) => [point.date, point]));
  const points: MessagingSeriesPoint[] = [];
  const last = DateTime.fromISO(period.end_date, { zone: 'utc' });
  for (
    let day = DateTime.fromISO(period.start_date, { zone: 'utc' });
    day <= last;
    day = day.plus({ days: 1 })
  ) {
    const date = day.toISODate() ?? '';
    const point = known.get(date) ?? { date, messages: 0, delivered: 0, failed: 0, pending: 0, cost: '0' };
    points.push({ ...point, cost: trimmed(point.cost, 4) });
  }
  return points;
}

function shown(metrics: repository.ReportMetrics, currency: 'usd' | 'eur') {
  return { ...metrics, cost: trimmed(metrics.cost, 4), currency };
}
