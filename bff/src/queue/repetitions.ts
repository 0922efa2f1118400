import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

interface RepeatedJob {
  name: string;
  everySeconds?: number;
}

/** Runs jobs with `everySeconds` when they begin, and at their intervals. A failure is logged; the next run follows nevertheless. */
export function createRepetitions<Job extends RepeatedJob>(run: (job: Job) => Promise<void>, log: Logger) {
  const timers: NodeJS.Timeout[] = [];
  const running = new Set<Promise<void>>();
  const runOnce = (job: Job) => {
    const ended = run(job)
      .catch((err: unknown) => log.error({ err, job: job.name }, 'job failed'))
      .finally(() => running.delete(ended));
    running.add(ended);
  };
  return {
    begin: (job: Job) => {
      runOnce(job);
      timers.push(setInterval(() => runOnce(job), (job.everySeconds ?? 1) * 1000));
    },
    /** Begins no further run. */
    stop: () => {
      for (const timer of timers) clearInterval(timer);
    },
    /** Waits for those that run, but not longer than the time. */
    ended: (waitMs: number) =>
      Promise.race([Promise.all(running), sleep(waitMs, undefined, { ref: false })]).then(() => undefined),
  };
}
