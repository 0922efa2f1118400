import { AsyncLocalStorage } from 'node:async_hooks';
import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import type { Capacity } from '../database/database.ts';
import { type HttpError, rateLimited } from '../errors/http-error.ts';
import { createPace } from './pace.ts';

/** What one account may use of a capacity at a time. Accounts do not share it. */
interface Share {
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

interface Limits {
  share: Share;
  /** A request that has waited this long is refused. */
  maxWaitMs: number;
  /** The milliseconds that a request may still wait, if it has several shares to wait for. */
  waits?: AsyncLocalStorage<{ leftMs: number }>;
  /**
   * A refusal is sent after about this time: a client that repeats it immediately must not keep the server busy. The time
   * varies, so that requests that came together do not come together again.
   */
  refusalDelayMs: number;
}

const unlimitedWork = { burstSeconds: Number.POSITIVE_INFINITY, refill: 1 };
const share = { running: 4, waiting: 24, pauseMs: 0, rest: 0, ...unlimitedWork };
const general = { ...share, pauseMs: 1, rest: 1 };
/**
 * What is shared: the capacities of requests, the search for the session that precedes them, visitors' passwords with the places
 * where those of all are hashed, and pages with their files.
 */
type Shared = Capacity | ByAddress;
type ByAddress = 'sessions' | 'passwords' | 'hashing' | 'pages';
/** Half of the processors; two of the process's four threads at least, so that one slow hash does not hold up all. */
const hashingPlaces = Math.max(2, Math.floor(availableParallelism() / 2));
const shares: Record<Shared, Share> = {
  general,
  essential: share,
  reports: { running: 1, waiting: 8, pauseMs: 10, rest: 1, burstSeconds: 20, refill: 0.2 },
  // A search takes a millisecond. Floods of invalid cookies must leave connections of the essential pool to logins.
  sessions: { running: 2, waiting: 1_000, pauseMs: 0, rest: 0, ...unlimitedWork },
  // Each occupies a processor for tens of milliseconds. No more wait than may run of their capacity.
  passwords: { running: 1, waiting: 1_000, pauseMs: 0, rest: 0, ...unlimitedWork },
  // Of known and of other browsers each. One address has one here: with a thousand the last waits about as long as it may.
  hashing: { running: hashingPlaces, waiting: 1_000, pauseMs: 0, rest: 0, ...unlimitedWork },
  // A page takes milliseconds, a file less. The dozens of files of a first visit wait for some milliseconds in all.
  pages: { running: 4, waiting: 500, pauseMs: 0.2, rest: 0, ...unlimitedWork },
};
/**
 * What the programs of an account may use of the account's share, half of it: the customer's own browser finds the other half
 * free.
 */
const programShares: Record<Capacity, Share> = {
  general: { ...general, running: 2, waiting: 12 },
  essential: { ...share, running: 2, waiting: 12 },
  reports: { running: 1, waiting: 4, pauseMs: 10, rest: 1, burstSeconds: 10, refill: 0.1 },
};
/**
 * Other refusals of visitors, such as wrong passwords, are sent without a pause to people who mistype: the limits of attempts
 * leave an office far fewer. Only a flood meets the pauses.
 */
const refusalPace = { burst: 40, perSecond: 4, longestPauseMs: 1_000 };
const times = { maxWaitMs: 5_000, refusalDelayMs: 1_000 };
/** The longest pause before a waiting request. */
const longestPauseMs = 1_000;

export interface AccountLoad {
  /** Runs the work of an account, or of an address, when its share is free. Throws 429 when it is used up. */
  run<Result>(subject: string, shared: Shared, work: () => Promise<Result>): Promise<Result>;
  /** Throws the 429 of `run` if no more of the account's requests may wait; otherwise does nothing. */
  refuseExcess(subject: string, shared: Shared): Promise<void>;
  /** Waits before the refusal of a visitor's request is sent: the first ones of a subject only if too many requests are the reason. */
  beforeRefusal(subject: string, refusal: Pick<HttpError, 'status'>): Promise<void>;
  /** Everything that `work` waits for before it resolves may together take as long as one wait. */
  inOneWait<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Everything that runs within `work` is of a program with the account's token, files that are still being sent included. */
  ofProgram<Result>(work: () => Promise<Result>): Promise<Result>;
}

/**
 * Shares each capacity between accounts, so that one customer cannot use up what all others need. The counts are those of
 * this process. RATE_LIMIT_FACTOR multiplies the waiting requests and the saved work.
 */
export function createAccountLoad({
  RATE_LIMIT_FACTOR: factor,
}: Pick<Config, 'RATE_LIMIT_FACTOR'>): AccountLoad {
  const waits = new AsyncLocalStorage<{ leftMs: number }>();
  const lane = ({ waiting, burstSeconds, ...rest }: Share, changes: Partial<Limits> = { waits }) =>
    createLane({
      ...times,
      ...changes,
      share: { ...rest, waiting: waiting * factor, burstSeconds: burstSeconds * factor },
    });
  const lanes = {
    general: lane(shares.general),
    essential: lane(shares.essential),
    reports: lane(shares.reports),
    // Searches wait this long only for a database that does not respond: the request has ended with 503 by then.
    sessions: lane(shares.sessions, { maxWaitMs: 120_000 }),
    passwords: lane(shares.passwords),
    hashing: lane(shares.hashing),
    pages: lane(shares.pages),
  };
  const programLanes = {
    general: lane(programShares.general),
    essential: lane(programShares.essential),
    reports: lane(programShares.reports),
  };
  const programs = new AsyncLocalStorage<true>();
  const pauseOf = createPace({ ...refusalPace, burst: refusalPace.burst * factor });
  return {
    run: (subject, shared, work) => {
      const runShared = () => lanes[shared](subject, work);
      // A program waits among programs first, so that only few of its requests wait with those of the browser.
      return !isByAddress(shared) && programs.getStore() === true
        ? programLanes[shared](subject, runShared)
        : runShared();
    },
    refuseExcess: (subject, shared) => lanes[shared].refuseExcess(subject),
    beforeRefusal: async (subject, { status }) => {
      const pauseMs = status === 429 ? times.refusalDelayMs : pauseOf(subject, performance.now());
      if (pauseMs > 0) await sleep(aboutMs(Math.ceil(pauseMs)));
    },
    inOneWait: async (work) => {
      const wait = { leftMs: times.maxWaitMs };
      try {
        return await waits.run(wait, work);
      } finally {
        // A file that is still being sent waits for each of its parts.
        wait.leftMs = Number.POSITIVE_INFINITY;
      }
    },
    ofProgram: (work) => programs.run(true, work),
  };
}

function isByAddress(shared: Shared): shared is ByAddress {
  return ['sessions', 'passwords', 'hashing', 'pages'].includes(shared);
}

interface Usage {
  running: number;
  /** Start the waiting requests, oldest first. */
  waiting: ((pauseMs: number) => void)[];
  /** Seconds of work that the account had used and not gained back at `at`. */
  spent: number;
  at: number;
}

/** Creates the shares of one capacity: a function that runs the work of an account, and one that only refuses it. */
export function createLane({ share, maxWaitMs, waits, refusalDelayMs }: Limits) {
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
    const wait = waits?.getStore() ?? { leftMs: maxWaitMs };
    const began = performance.now();
    const isEntered = await untilFree(usage, Math.max(0, Math.min(maxWaitMs, wait.leftMs)));
    wait.leftMs -= performance.now() - began;
    if (!isEntered) return false;
    if (hasWork(usage)) return true;
    leave(usage);
    return false;
  };
  const refuse = async (usage: Usage): Promise<never> => {
    await sleep(aboutMs(refusalDelayMs));
    const missing = spentOf(usage) - share.burstSeconds;
    throw rateLimited(missing > 0 ? Math.ceil(missing / share.refill) : 1);
  };
  const run = async <Result>(accountId: string, work: () => Promise<Result>): Promise<Result> => {
    const usage = usageOf(accountId);
    if (!(await enter(usage))) return refuse(usage);
    const started = performance.now();
    try {
      return await work();
    } finally {
      const workMs = performance.now() - started;
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

/** Waits as long as a refusal of an account's excess does. */
export async function untilRefusal(): Promise<void> {
  await sleep(aboutMs(times.refusalDelayMs));
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
