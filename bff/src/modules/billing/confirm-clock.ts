import * as v from 'valibot';
import { sql } from '../../database/sql.ts';
import { believeClock, watchClock } from '../../queue/clock-guard.ts';
import { defineStaffCommand } from '../../staff/staff-command.ts';

/**
 * Makes jobs believe a clock that is far ahead of the time that they saw last. One that is not may have been ahead for so long that the
 * portal took its time for right: what was booked later than now is then set back.
 */
export const confirmClock = defineStaffCommand({
  schema: v.strictObject({}),
  act: async (tx) => {
    const doubt = await watchClock(tx, new Date());
    const { now } = await tx.one<{ now: string }>(sql`select now()`);
    await believeClock(tx, doubt?.now ?? now);
    return { account_id: null, changed: { now: doubt?.now ?? now, before: doubt?.believed ?? null } };
  },
});
