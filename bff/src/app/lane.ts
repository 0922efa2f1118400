import type { AsyncLocalStorage } from 'node:async_hooks';
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { rateLimited } from '../errors/http-error.ts';

/** What one account may use of a capacity at a time. Accounts do not share it. */
export interface Share {
  /** Requests that run at the same time; further ones wait. When half as many wait as may, one runs at a time. */
  running: number;
  /** Requests that wait; further ones are refused. */
  waiting: number;
  /** Seconds of work that an account may save up. */
  burstSeconds: number;
  /** Seconds of work that an account gains in a second. */
  refill: number;
  /** Before a waiting request starts: a pause of these milliseconds for each one behind it. */
  pauseMs: number;
  /** When as many wait as may, that pause is longer by this many times what the request before took; less with fewer. */
  rest: number;
}

/** How long a request may still wait, and how long it has waited, in milliseconds. */
export interface Waits {
  leftMs: number;
  waitedMs: number;
}

export interface Limits {
  share: Share;
  /** A request that has waited this long is refused. */
  maxWaitMs: number;
  /** The waits of a request, if it has several shares to wait for. */
  waits?: AsyncLocalStorage<Waits>;
  /** Called when a request begins to wait for its place or its refusal. */
  onWait?: () => void;
  /**
   * A refusal is sent after about this time: a client that repeats it immediately must not keep the server busy. The time
   * varies, so that requests that came together do not come together again.
   */
  refusalDelayMs: number;
}

/** The longest pause before a waiting request. */
const longestPauseMs = 1_000;

interface Usage {
  running: number;
  /** Start the waiting requests, oldest first. */
  waiting: ((pauseMs: number) => void)[];
  /** Seconds of work that the account had used and not gained back at `at`. */
  spent: number;
  at: number;
}

/** Creates the shares of one capacity: a function that runs the work of an account, and one that only refuses it. */
export function createLane({ share, maxWaitMs, waits, onWait, refusalDelayMs }: Limits) {
  const usages = new Map<string, Usage>();
  let sweepAt = 1_000;
  const usageOf = (accountId: string): Usage => {
    const known = usages.get(accountId);
    if (known !== undefined) return known;
    if (usages.size >= sweepAt) {
      for (const [id, usage] of usages) if (usage.running === 0 && spentOf(usage) === 0) usages.delete(id);
      sweepAt = Math.max(1_000, usages.size * 2);
    }
    const usage = { running: 0, waiting: [], spent: 0, at: performance.now() };
    usages.set(accountId, usage);
    return usage;
  };
  const spentOf = (usage: Usage): number => {
    const now = performance.now();
    usage.spent = Math.max(0, usage.spent - ((now - usage.at) / 1000) * share.refill);
    usage.at = now;
    return usage.spent;
  };
  /** A page has a dozen requests; of more than that, others would wait behind several in each part of the server. */
  const isFree = ({ running, waiting }: Usage) =>
    running < (waiting.length * 2 < share.waiting ? share.running : 1);
  /** Passes the place of a request that took `workMs` to the oldest waiting one. */
  const leave = (usage: Usage, workMs = 0): void => {
    usage.running -= 1;
    while (isFree(usage)) {
      const next = usage.waiting.shift();
      if (next === undefined) return;
      usage.running += 1;
      const pauseMs = usage.waiting.length * (share.pauseMs + (share.rest * workMs) / share.waiting);
      next(Math.min(pauseMs, longestPauseMs));
    }
  };
  const hasWork = (usage: Usage) => spentOf(usage) < share.burstSeconds;
  const isUsedUp = (usage: Usage) =>
    !hasWork(usage) || (!isFree(usage) && usage.waiting.length >= share.waiting);
  /** Returns whether the account may run one more request now. */
  const enter = async (usage: Usage): Promise<boolean> => {
    if (isUsedUp(usage)) return false;
    if (isFree(usage)) {
      usage.running += 1;
      return true;
    }
    const wait = waits?.getStore() ?? { leftMs: maxWaitMs, waitedMs: 0 };
    onWait?.();
    const began = performance.now();
    const isEntered = await untilFree(usage, Math.max(0, Math.min(maxWaitMs, wait.leftMs)));
    const waitedMs = performance.now() - began;
    wait.leftMs -= waitedMs;
    wait.waitedMs += waitedMs;
    if (!isEntered) return false;
    if (hasWork(usage)) return true;
    leave(usage);
    return false;
  };
  const refuse = async (usage: Usage): Promise<never> => {
    onWait?.();
    await sleep(aboutMs(refusalDelayMs));
    const missing = spentOf(usage) - share.burstSeconds;
    throw rateLimited(missing > 0 ? Math.ceil(missing / share.refill) : 1);
  };
  const run = async <Result>(accountId: string, work: () => Promise<Result>): Promise<Result> => {
    const usage = usageOf(accountId);
    if (!(await enter(usage))) return refuse(usage);
    const started = performance.now();
    // What the work itself waits for is the work of others.
    const waitedMs = () => waits?.getStore()?.waitedMs ?? 0;
    const waitedBefore = waitedMs();
    try {
      return await work();
    } finally {
      const workMs = performance.now() - started - (waitedMs() - waitedBefore);
      usage.spent = spentOf(usage) + workMs / 1000;
      leave(usage, workMs);
    }
  };
  const refuseExcess = async (accountId: string): Promise<void> => {
    const usage = usages.get(accountId);
    if (usage !== undefined && isUsedUp(usage)) await refuse(usage);
  };
  return Object.assign(run, { refuseExcess });
}

/** Between half and one and a half times the milliseconds. */
export function aboutMs(milliseconds: number): number {
  return milliseconds / 2 + randomInt(milliseconds + 1);
}

/** Waits for the place of a running request. Resolves to false after `maxMs`. */
function untilFree({ waiting }: Usage, maxMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const start = (pauseMs: number) => {
      clearTimeout(timer);
      if (pauseMs < 1) resolve(true);
      else setTimeout(resolve, pauseMs, true);
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(start), 1);
      resolve(false);
    }, maxMs);
    waiting.push(start);
  });
}
