import { AsyncLocalStorage } from 'node:async_hooks';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import type { Capacity } from '../database/database.ts';
import { type HttpError, rateLimited } from '../errors/http-error.ts';
import { noteWait } from '../http/noted-waits.ts';
import { createPace } from '../http/pace.ts';
import { addressSubject } from '../http/rate-limit.ts';
import { aboutMs, createLane, type Limits, type Share, type Waits } from './lane.ts';

const unlimitedWork = { burstSeconds: Number.POSITIVE_INFINITY, refill: 1 };
const share = { running: 4, waiting: 24, pauseMs: 0, rest: 0, ...unlimitedWork };
const general = { ...share, pauseMs: 1, rest: 1 };
/**
 * What is shared: the capacities of requests, the search for the session that precedes them, visitors' passwords with the places
 * where those of all are hashed, pages with their files, and release telemetry with the places where that of all is stored.
 */
type Shared = Capacity | ByAddress;
type ByAddress = (typeof byAddress)[number];
const byAddress = ['sessions', 'passwords', 'hashing', 'pages', 'telemetry', 'storing'] as const;
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
  // No customer waits for it. An office sends a few in a second; a flood of twenty connections gets about twenty.
  telemetry: { running: 1, waiting: 100, pauseMs: 2, rest: 0, ...unlimitedWork },
  storing: { running: 2, waiting: 1_000, pauseMs: 0, rest: 0, ...unlimitedWork },
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
 * What one session may use of the account's share. A stolen session fills its own places, and few of the account's: the owner
 * can still see and end it.
 */
const sessionShares: Record<Capacity, Share> = {
  general,
  essential: share,
  reports: { ...shares.reports, ...unlimitedWork },
};
/** What the accounts of one network address may use together: one person can open several. */
const ofAddress = { running: 8, waiting: 1_000, pauseMs: 0.5, rest: 0, ...unlimitedWork };
const addressShares: Record<Capacity, Share> = {
  general: ofAddress,
  essential: ofAddress,
  reports: { ...ofAddress, running: 2, pauseMs: 2 },
};
/**
 * What the networks of one IPv6 /48 may use together, each of which counts as an address: one customer may own all 65,536. With twice the
 * places of one address, because they may also belong to many.
 */
const networkShares: Record<Shared, Share> = {
  general: { ...shares.general, running: 8, waiting: 1_000 },
  essential: { ...shares.essential, running: 8, waiting: 1_000 },
  reports: { ...shares.reports, running: 2, waiting: 1_000 },
  sessions: { ...shares.sessions, running: 4 },
  passwords: { ...shares.passwords, running: 2 },
  hashing: shares.hashing,
  pages: { ...shares.pages, running: 8, waiting: 1_000 },
  telemetry: shares.telemetry,
  storing: shares.storing,
};
/**
 * Other refusals of visitors, such as wrong passwords, are sent without a pause to people who mistype: the limits of attempts
 * leave an office far fewer. Only a flood meets the pauses.
 */
const refusalPace = { burst: 40, perSecond: 4, longestPauseMs: 1_000 };
/** Each that is read slowly keeps some fourteen megabytes until it is sent, which can take hours. */
const openFiles = 8;
const times = { maxWaitMs: 5_000, refusalDelayMs: 1_000 };

export interface AccountLoad {
  /** Runs the work of an account, or of an address, when its share is free. Throws 429 when it is used up. */
  run<Result>(subject: string, shared: Shared, work: () => Promise<Result>): Promise<Result>;
  /** The same for a part of a file, which the other accounts of its network address need not wait for. */
  runPart<Result>(subject: string, shared: Capacity, work: () => Promise<Result>): Promise<Result>;
  /** Throws the 429 of `run` if no more requests of the subject, or of this session, may wait; otherwise does nothing. */
  refuseExcess(subject: string, shared: Capacity, session?: Buffer): Promise<void>;
  /** Waits before the refusal of a visitor's request is sent: the first ones of a subject only if too many requests are the reason. */
  beforeRefusal(subject: string, refusal: Pick<HttpError, 'status'>): Promise<void>;
  /** Notes that a file of an account is being sent. Returns what ends it. Throws 429 if too many are. */
  openFile(accountId: string): () => void;
  /** Everything that `work` waits for before it resolves may together take as long as one wait. */
  inOneWait<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Everything that runs within `work` is for this caller, files that are still being sent included. */
  runFor<Result>(caller: Caller, work: () => Promise<Result>): Promise<Result>;
}

/** Who uses the share of an account. */
interface Caller {
  /** The hash of the session's token; absent for a program with the account's token, and for a job. */
  session?: Buffer | undefined;
  /** The network address, by which requests are limited; absent for a job. */
  address?: string;
}

/**
 * Shares each capacity between accounts, so that one customer cannot use up what all others need. The counts are those of
 * this process. RATE_LIMIT_FACTOR multiplies the waiting requests, the saved work, the places of an address, and the files.
 */
export function createAccountLoad({
  RATE_LIMIT_FACTOR: factor,
}: Pick<Config, 'RATE_LIMIT_FACTOR'>): AccountLoad {
  const waits = new AsyncLocalStorage<Waits>();
  const lane = ({ waiting, burstSeconds, ...rest }: Share, changes: Partial<Limits> = { waits }) =>
    createLane({
      ...times,
      ...changes,
      onWait: noteWait,
      share: { ...rest, waiting: waiting * factor, burstSeconds: burstSeconds * factor },
    });
  const allLanes = (shared: Record<Shared, Share>) => ({
    general: lane(shared.general),
    essential: lane(shared.essential),
    reports: lane(shared.reports),
    // Searches wait this long only for a database that does not respond: the request has ended with 503 by then.
    sessions: lane(shared.sessions, { maxWaitMs: 120_000 }),
    passwords: lane(shared.passwords),
    hashing: lane(shared.hashing),
    pages: lane(shared.pages),
    telemetry: lane(shared.telemetry),
    storing: lane(shared.storing),
  });
  const lanes = allLanes(shares);
  const networkLanes = allLanes(networkShares);
  const lanesOf = (shared: Record<Capacity, Share>, places = 1) => {
    const laneOf = ({ running, ...rest }: Share) => lane({ ...rest, running: Math.ceil(running * places) });
    return {
      general: laneOf(shared.general),
      essential: laneOf(shared.essential),
      reports: laneOf(shared.reports),
    };
  };
  const programLanes = lanesOf(programShares);
  const sessionLanes = lanesOf(sessionShares);
  const addressLanes = lanesOf(addressShares, factor);
  const callers = new AsyncLocalStorage<Caller>();
  const files = new Map<string, number>();
  const pauseOf = createPace({ ...refusalPace, burst: refusalPace.burst * factor });
  const run: AccountLoad['run'] = (subject, shared, work) => {
    const caller = callers.getStore();
    if (isByAddress(shared) || caller === undefined) {
      const network = networkOf(subject);
      // Last, as below.
      const runInNetwork = network === undefined ? work : () => networkLanes[shared](network, work);
      return lanes[shared](subject, runInNetwork);
    }
    const { session, address } = caller;
    // Last of all, so that a request that waits for a place of its account holds none of the address.
    const runBesideOthers = address === undefined ? work : () => addressLanes[shared](address, work);
    const runShared = () => lanes[shared](subject, runBesideOthers);
    // A program waits among programs first, and a session among its own, so that only few of their requests wait with those of others.
    return session === undefined
      ? programLanes[shared](subject, runShared)
      : sessionLanes[shared](nameOf(session), runShared);
  };
  return {
    run,
    runPart: (subject, shared, work) => {
      const caller = callers.getStore();
      const runIt = () => run(subject, shared, work);
      return caller === undefined ? runIt() : callers.run({ session: caller.session }, runIt);
    },
    refuseExcess: async (subject, shared, session) => {
      if (session !== undefined) await sessionLanes[shared].refuseExcess(nameOf(session));
      await lanes[shared].refuseExcess(subject);
    },
    beforeRefusal: async (subject, { status }) => {
      const pauseMs = status === 429 ? times.refusalDelayMs : pauseOf(subject, performance.now());
      if (pauseMs === 0) return;
      noteWait();
      await sleep(aboutMs(Math.ceil(pauseMs)));
    },
    openFile: (accountId) => {
      const others = files.get(accountId) ?? 0;
      if (others >= openFiles * factor) throw rateLimited(10);
      files.set(accountId, others + 1);
      return () => {
        const left = (files.get(accountId) ?? 1) - 1;
        if (left > 0) files.set(accountId, left);
        else files.delete(accountId);
      };
    },
    inOneWait: async (work) => {
      const wait = { leftMs: times.maxWaitMs, waitedMs: 0 };
      try {
        return await waits.run(wait, work);
      } finally {
        // A file that is still being sent waits for each of its parts.
        wait.leftMs = Number.POSITIVE_INFINITY;
      }
    },
    runFor: (caller, work) => callers.run(caller, work),
  };
}

/** The subject of a network address. */
export function addressShare(ip: string): string {
  return `address ${addressSubject(ip)}`;
}

/** The /48 of a subject that is an IPv6 /64; undefined for others. */
function networkOf(subject: string): string | undefined {
  return /^address (?:[0-9a-f]+:){3}(?=[0-9a-f]+$)/i.exec(subject)?.[0];
}

function nameOf(session: Buffer): string {
  return session.toString('base64');
}

function isByAddress(shared: Shared): shared is ByAddress {
  return byAddress.some((one) => one === shared);
}

/** Waits as long as a refusal of an account's excess does. */
export async function untilRefusal(): Promise<void> {
  await sleep(aboutMs(times.refusalDelayMs));
}
