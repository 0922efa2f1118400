import type { AppContext } from '../../../app/context.ts';
import type { Transaction } from '../../../database/database.ts';
import { defineScheduledJob } from '../../../queue/queue.ts';
import {
  type DueSchedule,
  insertScheduledExport,
  lockDueSchedules,
  lockSchedulesAhead,
  releaseEarlyExports,
  updateNextDate,
} from './export-schedules.repository.ts';
import { nextDay, periodBefore } from './schedule-days.ts';

/**
 * Starts the exports of the schedules whose day has come. The day of a schedule moves on in the same transaction, so that each
 * has one file, also when two processes run and after a downtime.
 */
export function exportSchedulesJob(context: AppContext) {
  return defineScheduledJob(context, 'export-schedules', '* * * * *', async (tx) => {
    await setBack(tx);
    const due = await lockDueSchedules(tx);
    for (const schedule of due) {
      const days = dueDays(schedule);
      for (const due_date of days)
        await insertScheduledExport(tx, schedule, { due_date, ...periodBefore(due_date, schedule) });
      await updateNextDate(tx, schedule, nextDay(days.at(-1) ?? schedule.today, schedule));
    }
  });
}

/** Lets schedules that a clock that was ahead has moved on continue with the first day whose file is missing or was made too early. */
async function setBack(tx: Transaction): Promise<void> {
  for (const schedule of await lockSchedulesAhead(tx)) {
    const next = nextDay(schedule.today, schedule);
    const { too_early } = schedule;
    await releaseEarlyExports(tx, schedule);
    await updateNextDate(tx, schedule, too_early !== null && too_early < next ? too_early : next);
  }
}

/** The days on which a file should have been made by today. */
function dueDays(schedule: DueSchedule): string[] {
  const days: string[] = [];
  for (let day = schedule.next_date; day <= schedule.today; day = nextDay(day, schedule)) days.push(day);
  return days;
}
