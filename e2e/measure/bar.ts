interface Bar {
  /** `S02`. */
  id: string;
  /** What is measured. */
  title: string;
}

/** One case of a bar: what was tried, and what was wrong with the result. */
export interface BarCase {
  name: string;
  problems: string[];
}

/** Prints every case, the figure and the target; the process fails when a case does not hold. */
export function reportBar(
  { id, title }: Bar,
  cases: readonly BarCase[],
  notes: readonly string[] = [],
): void {
  for (const { name, problems } of cases)
    console.log(
      `${problems.length === 0 ? 'ok  ' : 'FAIL'}  ${name}${problems.length === 0 ? '' : `: ${problems.join('; ')}`}`,
    );
  for (const note of notes) console.log(`      ${note}`);
  const held = cases.filter(({ problems }) => problems.length === 0).length;
  console.log(`${id} ${title}: ${held} of ${cases.length}; target ${cases.length} of ${cases.length}`);
  process.exitCode = cases.length > 0 && held === cases.length ? 0 : 1;
}

/** Does a piece of work with each item, some at a time, and keeps the order. */
export async function inParallel<T, R>(
  items: readonly T[],
  workers: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const waiting = items.map((item, index) => ({ item, index }));
  const results: R[] = [];
  const run = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      results[next.index] = await work(next.item);
  };
  await Promise.all(Array.from({ length: workers }, run));
  return results;
}

/** The problem as one line, for a case that threw. */
export function lineOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n').filter(Boolean).slice(0, 2).join(' ');
}
