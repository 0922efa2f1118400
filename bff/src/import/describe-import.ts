import { DateTime } from 'luxon';
import type { ImportSummary } from './import-records.ts';
import type { UndoSummary } from './undo-records.ts';

/** Describes for a reader what an import has done, or would do. */
export function describeImport(summary: ImportSummary, isDryRun: boolean, seconds: number): string {
  const { read, imported, alreadyThere, faulty, conflicting, unrated, cost } = summary;
  const { farFromUniqueId, resumedAfter } = summary;
  const lines = [
    `${isDryRun ? 'Dry run, nothing was written: ' : ''}${read} read, ${imported} imported, ${alreadyThere} already there, ${faulty} faulty (${seconds.toFixed(1)} s)`,
    `${isDryRun ? 'Would be deducted' : 'Deducted'} from the balance: ${cost}`,
    ...describeTimes(summary),
  ];
  if (resumedAfter > 0)
    lines.push(`An interrupted import had counted the first ${resumedAfter}: this one has continued it.`);
  if (conflicting > 0)
    lines.push(`${conflicting} of the faulty records have the id of another one, but cost something else`);
  if (unrated > 0)
    lines.push(`${unrated} answered calls to numbers without a price: imported unrated, not charged`);
  if (farFromUniqueId > 0) {
    lines.push(
      `${farFromUniqueId} calls start hours away from the time in their unique id: is --timezone right?`,
    );
  }
  return lines.join('\n');
}

/** Describes for a reader what undoing an import has removed, or would remove. */
export function describeUndo(summary: UndoSummary, isDryRun: boolean, seconds: number): string {
  const { read, removed, notThere, faulty, different, cost, resumedAfter } = summary;
  const lines = [
    `${isDryRun ? 'Dry run, nothing was removed: ' : ''}${read} read, ${removed} ${isDryRun ? 'to remove' : 'removed'}, ${notThere} not there, ${faulty} faulty (${seconds.toFixed(1)} s)`,
    `${isDryRun ? 'Would be given' : 'Given'} back to the balance: ${cost}`,
    ...describeTimes(summary),
  ];
  if (resumedAfter > 0)
    lines.push(`An interrupted undo had counted the first ${resumedAfter}: this one has continued it.`);
  if (different > 0)
    lines.push(
      `${different} of the faulty records are stored with another time or content, and stay: are the options those of the import?`,
    );
  return lines.join('\n');
}

/** A wrong time zone of the files is seen here before it is in the books. */
function describeTimes({ first, last, timezone }: Pick<ImportSummary, 'first' | 'last' | 'timezone'>) {
  if (first === '') return [];
  const [from, to] = [first, last].map((time) =>
    DateTime.fromISO(time, { zone: timezone }).toFormat('yyyy-MM-dd HH:mm:ss ZZ'),
  );
  return [`First record ${from}, last ${to}, by the clock of the account (${timezone})`];
}
