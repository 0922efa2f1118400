import type { Finding } from '../gate/check-release.ts';
import type { Compared } from './find-faults.ts';
import type { Observation } from './observe-page.ts';

type Repeat = Record<'candidate' | 'reference', () => Promise<Observation>>;

/** Further visits of each set, before a page is refused. */
const repetitions = 3;

/**
 * A task at start that is longer than the longest of the reference by more than `limit` milliseconds. A busy machine makes
 * single tasks long, so a page that seems slow is opened again in both, and the shortest result of each counts.
 */
export async function findLongTask(
  { release, path, candidate, reference }: Compared,
  repeat: Repeat,
  limit: number,
): Promise<Finding[]> {
  let shortest = candidate.longestTask;
  let allowed = reference.longestTask + limit;
  for (let count = 0; shortest > allowed && count < repetitions; count += 1) {
    allowed = Math.min(allowed, (await repeat.reference()).longestTask + limit);
    const again = await repeat.candidate();
    if (again.isStuck) continue;
    shortest = Math.min(shortest, again.longestTask);
  }
  if (shortest <= allowed) return [];
  const message = `${path}: a task of ${Math.round(shortest)} ms blocks the page at start; the limit is ${Math.round(allowed)} ms, ${limit} ms more than without this release`;
  const advice = 'Do the work later, in parts, or in a worker.';
  return [{ check: 'task', release, message, advice }];
}
