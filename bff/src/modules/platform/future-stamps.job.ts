import * as v from 'valibot';
import type { AppContext } from '../../app/context.ts';
import { defineJob } from '../../queue/queue.ts';
import { queueStamps, setBackStamps } from '../../queue/set-back-stamps.ts';

/**
 * Sets stamps back that a clock that was ahead has written, within a minute after it was corrected. It has an interval of its own:
 * such a stamp of the queue prevents scheduled jobs.
 */
export function futureStampsJob({ database, log }: Pick<AppContext, 'database' | 'log'>) {
  return defineJob({
    name: 'future-stamps',
    schema: v.object({}),
    everySeconds: 60,
    run: async () => {
      for (const stamped of queueStamps) {
        const { table } = stamped;
        // One transaction each: none holds rows of one table while it waits for another.
        const rows = await database.asBackground((tx) => setBackStamps(tx, stamped));
        if (rows > 0) log.warn({ table, rows }, 'the clock was ahead: times that lay in the future are set back');
      }
    },
  });
}
