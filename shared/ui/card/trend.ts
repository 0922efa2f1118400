import type { ReactNode } from 'react';

/** How a figure moved since an earlier period; `text` is formatted and says it in words or signs. */
export interface Trend {
  direction: 'up' | 'down' | 'flat';
  text: ReactNode;
  tone?: 'good' | 'bad';
}

/** The trend of a change, above zero for more; it is good or bad only where one direction is better. */
export function trendOf(change: number, text: ReactNode, better?: 'up' | 'down'): Trend {
  const direction = change > 0 ? 'up' : change < 0 ? 'down' : 'flat';
  if (direction === 'flat' || better === undefined) return { direction, text };
  return { direction, text, tone: direction === better ? 'good' : 'bad' };
}

/** The change between two figures; 0 when one of them is missing. */
export function changeOf(now: number | null, before: number | null): number {
  return now === null || before === null ? 0 : now - before;
}
