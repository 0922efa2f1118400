import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';

export interface Places {
  /** How many jobs a process runs at the same time. */
  count: number;
  /** A job that has had its place for these seconds is stopped as soon as another one needs the place. */
  seconds: number;
}

interface PlacesOptions {
  /** The name of the queue. */
  name: string;
  places: Places;
  heartbeatSeconds: number;
  pollingSeconds: number;
  /** Rejects when `stopping` is aborted. */
  run: (job: JobWithData, stopping: AbortSignal) => Promise<void>;
  log: Logger;
}

/** A job as the queue stores it. */
export interface JobWithData {
  id: string;
  data: unknown;
}

interface Running {
  since: number;
  controller: AbortController;
  ended: Promise<void>;
}

/** Also when no other job waits, the queue would repeat a job that takes a quarter of an hour, beside it. */
const longestMs = 5 * 60_000;

/**
 * Runs the jobs of a queue, each in a place of its own: one that is slow occupies its place, and only until another job needs it.
 * pg-boss itself runs batches, which wait for their slowest job.
 */
export function runInPlaces(boss: PgBoss, options: PlacesOptions) {
  const { name, places, heartbeatSeconds, pollingSeconds, run, log } = options;
  // Oldest first.
  const running = new Map<string, Running>();
  let isStopping = false;
  let mayBeMore = false;
  let wake: () => void = () => undefined;
  const logFailure = (err: unknown) => log.error({ err, job: name }, 'queue');

  const settle = async (id: string, work: Promise<void>) => {
    try {
      await work;
    } catch (err) {
      log.error({ err, job: name }, 'job failed');
      await boss.fail(name, id, outputOf(err));
      return;
    }
    await boss.complete(name, id);
  };
  const start = (job: JobWithData) => {
    const { id } = job;
    const controller = new AbortController();
    const signal = AbortSignal.any([controller.signal, AbortSignal.timeout(longestMs)]);
    // What cannot be stored is repeated as if the process had died.
    const ended = settle(id, run(job, signal))
      .catch(logFailure)
      .finally(() => {
        running.delete(id);
        if (mayBeMore) wake();
      });
    running.set(id, { since: performance.now(), controller, ended });
  };

  /** Fills free places, and those of jobs that may be stopped. Returns whether further jobs may wait. */
  const fill = async (): Promise<boolean> => {
    const now = performance.now();
    const stoppable = [...running.values()].filter(
      ({ since, controller }) => !controller.signal.aborted && now - since >= places.seconds * 1000,
    );
    const room = places.count - running.size + stoppable.length;
    if (room <= 0) return true;
    const jobs = await boss.fetch(name, { batchSize: room });
    const missing = jobs.length - (places.count - running.size);
    for (const { controller } of stoppable.slice(0, Math.max(0, missing))) controller.abort();
    jobs.forEach(start);
    return jobs.length === room;
  };
  const loop = async () => {
    while (!isStopping) {
      mayBeMore = await fill().catch((err: unknown) => {
        logFailure(err);
        return false;
      });
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      await Promise.race([sleep(pollingSeconds * 1000), promise]);
    }
  };
  const heartbeat = setInterval(() => {
    if (running.size > 0) boss.touch(name, [...running.keys()]).catch(logFailure);
  }, heartbeatSeconds * 500);
  const looped = loop();

  return {
    /** Starts no further job, and stops those that still run after the time. */
    stop: async (waitMs: number) => {
      isStopping = true;
      wake();
      await looped;
      const all = Promise.all([...running.values()].map(({ ended }) => ended));
      await Promise.race([all, sleep(waitMs, undefined, { ref: false })]);
      for (const { controller } of running.values()) controller.abort();
      await Promise.race([all, sleep(waitMs, undefined, { ref: false })]);
      clearInterval(heartbeat);
    },
  };
}

/** What is stored of a failure: not its message, which may repeat the job's data. */
export function outputOf(err: unknown) {
  return { error: err instanceof Error ? err.name : 'unknown' };
}
