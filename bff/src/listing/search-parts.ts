import type { Period } from '@portal/contract/dates';

/** How long a history may be searched for one page. */
export interface SearchTime {
  ms: number;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
}

interface Search {
  /** Where the search begins, in milliseconds since 1970. */
  begin: number;
  /** Latest first. */
  isDescending: boolean;
  time: SearchTime;
}

/** Of the first part: a page of the last week is one statement, as is that of a history without filters. */
const firstPartMs = 8 * 24 * 60 * 60 * 1000;

/**
 * Generates the ends of the parts in which a period is searched, in milliseconds since 1970: undefined for the part that ends with the
 * period. Generates no further one when less than a tenth of the time is left. A part is up to four times as long as the one before,
 * as long as such a part takes at most half of the time that is left.
 */
export function* searchParts(
  { start_utc, end_utc }: Pick<Period, 'start_utc' | 'end_utc'>,
  { begin, isDescending, time: { ms, now = () => performance.now() } }: Search,
): Generator<number | undefined> {
  const [start, end] = [Date.parse(start_utc), Date.parse(end_utc)];
  const started = now();
  let before = started;
  let length = firstPartMs;
  for (let reached = Math.min(Math.max(begin, start), end); ; ) {
    reached += isDescending ? -length : length;
    if (reached <= start || reached >= end) break;
    yield reached;
    const current = now();
    const left = started + ms - current;
    if (left <= ms / 10) return;
    const growth = left / 2 / Math.max(1, current - before);
    length = Math.ceil(length * Math.min(4, Math.max(1 / 4, growth)));
    before = current;
  }
  yield undefined;
}
