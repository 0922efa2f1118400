/** Of each subject: what is served without a pause, the seconds' rate after it, and the longest pause. */
export interface Pace {
  burst: number;
  perSecond: number;
  longestPauseMs: number;
}

/** Returns the pause before a subject's next request in milliseconds; 0 while it sends no more than its rate. */
export function createPace({ burst, perSecond, longestPauseMs }: Pace) {
  const intervalMs = 1000 / perSecond;
  /** When the requests that have come would be served if each took an interval. */
  const servedAt = new Map<string, number>();
  let sweepAt = 1_000;
  return (subject: string, now: number): number => {
    if (servedAt.size >= sweepAt) {
      for (const [known, at] of servedAt) if (at <= now) servedAt.delete(known);
      sweepAt = Math.max(1_000, servedAt.size * 2);
    }
    const at = Math.max(servedAt.get(subject) ?? now, now);
    const pauseMs = Math.max(0, at - now - (burst - 1) * intervalMs);
    if (pauseMs > longestPauseMs) return longestPauseMs;
    servedAt.set(subject, at + intervalMs);
    return pauseMs;
  };
}
