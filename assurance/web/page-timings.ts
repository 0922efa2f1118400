import type { Page } from '@playwright/test';

export interface PageTimings {
  /** Milliseconds after the navigation's start. */
  fcp: number;
  lcp: number;
  /** Milliseconds over 50 of all tasks after the first paint. */
  tbt: number;
  /** The longest task in milliseconds. */
  longest: number;
  /** The largest session window of layout shifts. */
  cls: number;
  /** Milliseconds of each interaction that took 16 or more, the slowest first. */
  interactions: number[];
}

interface Shift {
  time: number;
  value: number;
}

declare global {
  /** What the observers in a measured page have seen. */
  var benchTimings:
    | {
        fcp: number;
        lcp: number;
        tasks: { start: number; duration: number }[];
        shifts: Shift[];
        interactions: { id: number; duration: number }[];
        lastTask: number;
      }
    | undefined;
}

/** Observes every document that the page loads from now on. */
export function watchTimings(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const seen = { fcp: 0, lcp: 0, tasks: [], shifts: [], interactions: [], lastTask: 0 };
    const timings: NonNullable<typeof globalThis.benchTimings> = seen;
    globalThis.benchTimings = timings;
    const observe = (type: string, take: (entry: PerformanceEntry) => void, more: object = {}) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
        type,
        buffered: true,
        ...more,
      });
    observe('paint', ({ name, startTime }) => {
      if (name === 'first-contentful-paint') timings.fcp = startTime;
    });
    observe('largest-contentful-paint', ({ startTime }) => {
      timings.lcp = startTime;
    });
    observe('longtask', ({ startTime, duration }) => {
      timings.tasks.push({ start: startTime, duration });
      timings.lastTask = startTime + duration;
    });
    observe('layout-shift', (entry) => {
      if (Reflect.get(entry, 'hadRecentInput') === false)
        timings.shifts.push({ time: entry.startTime, value: Number(Reflect.get(entry, 'value')) });
    });
    observe(
      'event',
      (entry) => {
        const id = Number(Reflect.get(entry, 'interactionId'));
        if (id > 0) timings.interactions.push({ id, duration: entry.duration });
      },
      { durationThreshold: 16 },
    );
  });
}

/** The figures of the document so far. */
export async function readTimings(page: Page): Promise<PageTimings> {
  const seen = await page.evaluate(() => globalThis.benchTimings);
  if (seen === undefined) throw new Error('the page was not observed');
  const { fcp, lcp, tasks, shifts, interactions } = seen;
  // Only what follows the first paint delays what a customer does.
  const blocking = tasks.map(
    ({ start, duration }) => Math.min(duration, start + duration - fcp) - (start >= fcp ? 50 : 0),
  );
  return {
    fcp,
    lcp,
    tbt: blocking.reduce((sum, time) => sum + Math.max(0, time), 0),
    longest: Math.max(0, ...tasks.map(({ duration }) => duration)),
    cls: largestWindow(shifts),
    interactions: durationsOf(interactions),
  };
}

/** The events of one interaction, such as those of a click, have one id. */
function durationsOf(events: readonly { id: number; duration: number }[]): number[] {
  const longest = new Map<number, number>();
  for (const { id, duration } of events) longest.set(id, Math.max(duration, longest.get(id) ?? 0));
  return [...longest.values()].sort((one, other) => other - one);
}

/** Shifts belong to a window while they follow within a second, at most five seconds long. */
function largestWindow(shifts: readonly Shift[]): number {
  let largest = 0;
  let sum = 0;
  let first = Number.NEGATIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const { time, value } of shifts) {
    const isNew = time - last > 1_000 || time - first > 5_000;
    sum = isNew ? value : sum + value;
    if (isNew) first = time;
    last = time;
    largest = Math.max(largest, sum);
  }
  return largest;
}
