import type { AppContext } from '../../../app/context.ts';
import { sql } from '../../../database/sql.ts';
import { defineScheduledJob } from '../../../queue/queue.ts';

/** How many days an export without a file stays in the list. */
const listedDays = 30;

/** Deletes the files of expired exports, and what others have left. */
export function exportUpkeepJob(context: AppContext) {
  return defineScheduledJob(context, 'export-upkeep', '* * * * *', async (tx) => {
    await tx.run(sql`update exports set state = 'expired' where state = 'ready' and expires <= now()`);
    // Also what a process has left that died after its export was cancelled.
    await tx.run(sql`
      delete from export_parts p using exports e
      where (p.account_id, p.export_id) = (e.account_id, e.export_id) and e.state in ('failed', 'cancelled', 'expired')`);
    await tx.run(sql`
      delete from exports
      where state in ('failed', 'cancelled', 'expired')
        and coalesce(finished, created) < now() - make_interval(days => ${listedDays})`);
  });
}
