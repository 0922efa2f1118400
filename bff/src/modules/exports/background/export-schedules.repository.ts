import {
  type ExportSchedule,
  type ExportScheduleRequest,
  exportScheduleSchema,
  mostExportSchedules,
} from '@portal/contract/export-schedules';
import type { Language } from '@portal/contract/language';
import type { Queryable, Transaction } from '../../../database/database.ts';
import { insertInto, selectList, sql } from '../../../database/sql.ts';

const columns = selectList(Object.keys(exportScheduleSchema.entries));

type Request = Omit<ExportScheduleRequest, 'weekday'> & { weekday: number | null };

export async function findSchedules(db: Queryable, accountId: string): Promise<ExportSchedule[]> {
  return db.query<ExportSchedule>(sql`
    select ${columns} from export_schedules where account_id = ${accountId} order by created, schedule_id`);
}

export async function findSameSchedule(db: Queryable, accountId: string, request: Request) {
  return db.first<ExportSchedule>(sql`
    select ${columns} from export_schedules
    where account_id = ${accountId} and service_id = ${request.service_id} and kind = ${request.kind}
      and format = ${request.format} and query = ${request.query}::jsonb and frequency = ${request.frequency}
      and weekday is not distinct from ${request.weekday}
    limit 1`);
}

/** Stores a new schedule. Returns undefined if the account has as many as it may. */
export async function insertSchedule(
  db: Queryable,
  accountId: string,
  schedule: Request & { next_date: string },
): Promise<ExportSchedule | undefined> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) from export_schedules where account_id = ${accountId}`);
  if (count >= mostExportSchedules) return undefined;
  return db.one<ExportSchedule>(sql`
    ${insertInto('export_schedules', { account_id: accountId, ...schedule })} returning ${columns}`);
}

/** Returns whether there was such a schedule. */
export async function deleteSchedule(db: Queryable, accountId: string, scheduleId: string) {
  const deleted = await db.run(sql`
    delete from export_schedules where account_id = ${accountId} and schedule_id = ${scheduleId}`);
  return deleted > 0;
}

/** A schedule whose day has come. */
export type DueSchedule = Pick<
  Request,
  'kind' | 'service_id' | 'format' | 'query' | 'frequency' | 'weekday'
> & {
  account_id: string;
  schedule_id: string;
  next_date: string;
  language: Language;
  timezone: string;
  /** The day in the account's time zone. */
  today: string;
};

/** Records of the last minutes of a day arrive later. */
const lateHours = 2;

/** The day in the zone of an account `a`, as local.today. */
const localDay = sql`lateral (select local_time(now() - make_interval(hours => ${lateHours}), a.timezone)::date as today) local`;

/** Locks the schedules whose day has come in their account's zone; another process passes them over. */
export async function lockDueSchedules(tx: Transaction): Promise<DueSchedule[]> {
  return tx.query<DueSchedule>(sql`
    select s.account_id, s.schedule_id, s.kind, s.service_id, s.format, s.query, s.frequency, s.weekday, s.next_date,
      a.language, a.timezone, local.today
    from export_schedules s join accounts a using (account_id), ${localDay}
    where s.next_date <= local.today and a.status <> 'closed'
    order by s.next_date limit 200
    for update of s skip locked`);
}

interface ScheduleAhead
  extends Pick<DueSchedule, 'account_id' | 'schedule_id' | 'frequency' | 'weekday' | 'next_date' | 'today'> {
  /** The first day whose file was made at a later time than now. */
  too_early: string | null;
}

/**
 * Locks the schedules that a clock that was ahead has moved on: the day before the next one has not come in their account's zone. One
 * that was created later than now shows that the clock is behind. A customer who moves to the west gets no second file for a day.
 */
export async function lockSchedulesAhead(tx: Transaction): Promise<ScheduleAhead[]> {
  return tx.query<ScheduleAhead>(sql`
    select s.account_id, s.schedule_id, s.frequency, s.weekday, s.next_date, local.today,
      (select min(due_date) from exports e
        where e.account_id = s.account_id and e.schedule_id = s.schedule_id and e.created > now()) as too_early
    from export_schedules s join accounts a using (account_id), ${localDay}
    where s.next_date - case s.frequency when 'weekly' then interval '7 days' else interval '1 month' end
        > local_time(now(), a.timezone)::date
      and s.created <= now()
    limit 200
    for update of s skip locked`);
}

/** An export of a schedule. */
export interface ScheduledExport {
  due_date: string;
  start_date: string;
  end_date: string;
}

/** Takes the exports that were made at a later time than now away from their schedule, which makes them again. They stay. */
export async function releaseEarlyExports(
  tx: Transaction,
  { account_id, schedule_id }: Pick<DueSchedule, 'account_id' | 'schedule_id'>,
): Promise<void> {
  await tx.run(sql`
    update exports set schedule_id = null
    where account_id = ${account_id} and schedule_id = ${schedule_id} and created > now()`);
}

/** Stores the export of a schedule's day, once. */
export async function insertScheduledExport(
  tx: Transaction,
  { account_id, schedule_id, service_id, kind, format, query, language, timezone }: DueSchedule,
  { due_date, start_date, end_date }: ScheduledExport,
): Promise<void> {
  const dated = { ...query, start_date, end_date };
  const made = {
    account_id,
    schedule_id,
    service_id,
    kind,
    format,
    language,
    timezone,
    due_date,
    start_date,
    end_date,
  };
  await tx.run(sql`
    ${insertInto('exports', { ...made, query: dated, fixed_query: dated })}
    on conflict (account_id, schedule_id, due_date) do nothing`);
}

export async function updateNextDate(
  tx: Transaction,
  { account_id, schedule_id }: Pick<DueSchedule, 'account_id' | 'schedule_id'>,
  nextDate: string,
): Promise<void> {
  await tx.run(sql`
    update export_schedules set next_date = ${nextDate}
    where account_id = ${account_id} and schedule_id = ${schedule_id}`);
}
