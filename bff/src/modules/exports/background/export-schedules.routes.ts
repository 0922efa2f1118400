import { endpoints } from '@portal/contract/endpoints';
import { type ExportScheduleRequest, mostExportSchedules } from '@portal/contract/export-schedules';
import type { FastifyInstance } from 'fastify';
import { DateTime } from 'luxon';
import type { AppContext, ExchangeOf } from '../../../app/context.ts';
import { route } from '../../../app/route.ts';
import { HttpError } from '../../../errors/http-error.ts';
import { requireService } from '../../services/services.service.ts';
import { lockExports } from './background-exports.repository.ts';
import {
  deleteSchedule,
  findSameSchedule,
  findSchedules,
  insertSchedule,
} from './export-schedules.repository.ts';
import { storedQuery } from './requested-rows.ts';
import { nextDay } from './schedule-days.ts';

/** Exports that are made each week or month. */
export async function exportSchedulesRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  route(app, context, endpoints.listExportSchedules, async ({ tx, account: { account_id } }) => ({
    schedules: await findSchedules(tx, account_id),
  }));

  const create = async ({ tx, account, body }: ExchangeOf<'createExportSchedule'>) => {
    const { account_id, timezone } = account;
    await requireService(tx, account, body, body.kind === 'calls' ? 'voicing' : 'messaging');
    const request = { ...body, query: { ...filtersOf(body) }, weekday: body.weekday ?? null };
    await lockExports(tx, account_id);
    const same = await findSameSchedule(tx, account_id, request);
    if (same !== undefined) return { schedule: same };
    const today = DateTime.now().setZone(timezone).toISODate() ?? '';
    const schedule = await insertSchedule(tx, account_id, { ...request, next_date: nextDay(today, request) });
    if (schedule === undefined)
      throw new HttpError('too_many_schedules', { params: { max: mostExportSchedules } });
    return { schedule };
  };
  const limit = () => ({ name: 'export-schedules', windowSeconds: 3600, max: 60 });
  route(app, context, endpoints.createExportSchedule, create, { limit });

  route(app, context, endpoints.deleteExportSchedule, async ({ tx, account, params: { schedule_id } }) => {
    if (!(await deleteSchedule(tx, account.account_id, schedule_id))) throw new HttpError('not_found');
    return { schedule_id };
  });
}

/** The filters of a history without its period, which moves on. */
function filtersOf({ kind, query }: Pick<ExportScheduleRequest, 'kind' | 'query'>) {
  const { start_date, end_date, start_time, end_time, ...filters } = storedQuery(kind, query);
  return filters;
}
