import pg from 'pg';
import { type JobResult, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import * as v from 'valibot';
import type { Database, Transaction } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { type JobWithData, outputOf, type Places, runInPlaces } from './places.ts';
import { repeatedQueue } from './repeated-queue.ts';
import { createRepetitions } from './repetitions.ts';

/** One kind of background job. `run` is repeated after a failure, so it must be idempotent. */
export interface Job<Data> {
  name: string;
  /** Data in the queue is parsed, because an older release may have written it. */
  schema: v.GenericSchema<unknown, Data>;
  run(data: Data, stopping?: AbortSignal, complete?: Complete): Promise<void>;
  /** Cron expression, UTC. */
  schedule?: string;
  /**
   * For jobs that wait for servers of others. Each job runs apart; what has failed or was stopped is repeated in places of its own, so that
   * it delays no other job. Without places, jobs run in batches that wait for their slowest one.
   */
  places?: { first: Places; repeated: Places };
  /**
   * Runs in every process at this interval, without data and whether or not the run before has ended, and is never sent: for work
   * that stands in tables of its own. `stopping` says when to begin nothing more.
   */
  everySeconds?: number;
}

/**
 * Runs `work` in the transaction that completes the job: what it sends is neither lost nor sent twice, also when the process dies. Throws
 * if the job was repeated meanwhile.
 */
export type Complete = (work: (tx: Transaction) => Promise<void>) => Promise<void>;

/** Infers the type of a job's data from its schema. */
export function defineJob<Data>(job: Job<Data>): Job<Data> {
  return job;
}

/** A job without data that runs in one transaction over all accounts, at the times of a cron expression. */
export function defineScheduledJob(
  { database }: { database: Database },
  name: string,
  schedule: string,
  work: (tx: Transaction) => Promise<void>,
) {
  return defineJob({ name, schema: v.object({}), schedule, run: () => database.asBackground(work) });
}

/** Background jobs in the same database: a job exists if and only if the transaction that sent it commits. */
export interface Queue {
  /** Sends within `tx`, whichever role it runs under. Of jobs that wait, those with a higher priority run first. */
  send<Data extends object>(
    tx: Transaction,
    job: Job<Data>,
    data: Data,
    options?: { priority?: number },
  ): Promise<void>;
  /** Registers jobs. Required before a job's first `send`, so that sending needs no extra connection. */
  add(jobs: readonly AnyJob[]): Promise<void>;
  /** Runs waiting jobs immediately, for tests and tools. Returns their number. */
  runWaiting(): Promise<number>;
  /** Runs the registered jobs until the queue stops. */
  work(): Promise<void>;
  stop(): Promise<void>;
}

// A list holds jobs with different data; each parses its own.
// biome-ignore lint/suspicious/noExplicitAny: the parameter of a function is contravariant, unknown does not fit.
export type AnyJob = Job<any>;

const pollingSeconds = 0.5;

/** How many jobs of one kind without places a process runs at the same time. */
const parallelJobs = 20;

/** A job whose process has died is found after these seconds, by a search each minute, and repeated. */
const heartbeatSeconds = 30;

interface QueueOptions {
  /** Whether this process maintains the queue; one must. */
  maintain?: boolean;
  cleanUp?: CleanUp;
}

interface CleanUp {
  /** Seconds that a finished job is stored. */
  deleteAfterSeconds: number;
  /** Seconds between two searches for such jobs. A search may be skipped once. */
  everySeconds: number;
}

/** The id of no job: a search for it makes pg-boss read the queue's settings and keep them. */
const noJob = '00000000-0000-0000-0000-000000000000';

/**
 * Waiting jobs are never deleted: pg-boss would drop mails after 14 days in which the portal stood still, or the clock was ahead. The
 * queue stores seconds as a 32-bit integer; these are 63 years.
 */
const retentionSeconds = 2_000_000_000;

/** Finished jobs are deleted within a minute. */
export const cleanUpWithinMinute: CleanUp = { deleteAfterSeconds: 20, everySeconds: 15 };

/**
 * Opens the queue; the first start creates its tables. Jobs run after `work`. Their data is encrypted, because it holds
 * mailed links, codes and password hashes.
 */
export async function startQueue(
  { database, secrets, log }: { database: Database; secrets: Secrets; log: Logger },
  { maintain = true, cleanUp = cleanUpWithinMinute }: QueueOptions = {},
): Promise<Queue> {
  const boss = new PgBoss({
    schedule: maintain,
    supervise: maintain,
    superviseIntervalSeconds: cleanUp.everySeconds,
    maintenanceIntervalSeconds: cleanUp.everySeconds,
    db: {
      executeSql: (text, values) => database.withBackgroundConnection((client) => send(client, text, values)),
    },
  });
  boss.on('error', (err) => log.error({ err, job: Object(err).queue }, 'queue'));
  await boss.start();
  if (maintain) await database.asBackground(extendRetention);
  const jobs: AnyJob[] = [];
  const repeated: AnyJob[] = [];
  const inPlaces: ReturnType<typeof runInPlaces>[] = [];
  const stopping = new AbortController();
  const repetitions = createRepetitions<AnyJob>((job) => run(job, secrets, {}, stopping.signal), log);
  const within = (tx: Transaction) => ({
    db: { executeSql: (text: string, values?: unknown[]) => send(tx.client, text, values) },
  });
  const completing = (name: string, id: string) => (work: Parameters<Complete>[0]) =>
    database.asBackground(async (tx) => {
      v.parse(completedSchema, await boss.complete(name, id, null, within(tx)));
      await work(tx);
    });

  return {
    send: async (tx, job, data, { priority = 0 } = {}) => {
      // A customer's role has no access to the queue's tables; the connection's own role has.
      const { rows } = await tx.client.query<{ role: string }>(`select current_setting('role') as role`);
      const isCustomer = rows[0]?.role === 'portal_app';
      if (isCustomer) await tx.client.query('set local role none');
      await boss.send(job.name, seal(secrets, job, data), { priority, ...within(tx) });
      if (isCustomer) await tx.client.query('set local role portal_app');
    },
    add: async (added) => {
      const sent = added.filter(({ everySeconds }) => everySeconds === undefined);
      jobs.push(...sent);
      repeated.push(...added.filter((job) => !sent.includes(job)));
      const { deleteAfterSeconds } = cleanUp;
      const options = {
        retentionSeconds,
        retryLimit: 12,
        retryBackoff: true,
        retryDelay: 2,
        deleteAfterSeconds,
        heartbeatSeconds,
      };
      for (const job of sent) {
        // The queue that a failed job is moved to exists first.
        for (const { name, changes } of queuesOf(job).toReversed()) {
          await boss.createQueue(name, { ...options, ...changes });
          // A queue that an earlier release created has that release's options.
          await boss.updateQueue(name, { ...options, ...changes });
          // The first `send` would read the queue on a second connection, in transactions that may hold them all.
          await boss.findJobs(name, { id: noJob });
        }
      }
    },
    runWaiting: async () => {
      let count = 0;
      for (const job of repeated) await run(job, secrets, {});
      for (const job of jobs) {
        for (const { name } of queuesOf(job)) {
          for (let batch = await boss.fetch(name); batch.length > 0; batch = await boss.fetch(name)) {
            for (const { id, data } of batch) {
              await run(job, secrets, data, undefined, completing(name, id));
              await boss.complete(name, id);
            }
            count += batch.length;
          }
        }
      }
      return count;
    },
    work: async () => {
      for (const job of repeated) repetitions.begin(job);
      for (const job of jobs) {
        if (job.schedule !== undefined) await boss.schedule(job.name, job.schedule);
        for (const { name, places } of queuesOf(job)) {
          if (places === undefined) continue;
          const runOne = ({ id, data }: JobWithData, stop: AbortSignal) =>
            run(job, secrets, data, stop, completing(name, id));
          const options = { name, places, heartbeatSeconds, pollingSeconds, run: runOne, log };
          inPlaces.push(runInPlaces(boss, options));
        }
        if (job.places !== undefined) continue;
        const work = {
          ...{ batchSize: parallelJobs, burstWhenBatchFull: true },
          ...{ pollingIntervalSeconds: pollingSeconds, perJobResults: true },
        } as const;
        const runOne = ({ id, data }: JobWithData) =>
          run(job, secrets, data, undefined, completing(job.name, id));
        await boss.work(job.name, work, (batch) =>
          Promise.all(batch.map((one) => settle(job, one.id, () => runOne(one), log))),
        );
      }
    },
    stop: async () => {
      stopping.abort();
      repetitions.stop();
      await Promise.all([
        repetitions.ended(stopMs),
        ...inPlaces.map(({ stop }) => stop(stopMs / 2)),
        boss.stop({ graceful: true, timeout: stopMs }),
      ]);
    },
  };
}

/** Jobs that an earlier release sent have that release's retention. The first maintenance begins after this. */
async function extendRetention(tx: Transaction): Promise<void> {
  const endless = sql`start_after + make_interval(secs => ${retentionSeconds})`;
  await tx.run(sql`
    update pgboss.job set keep_until = ${endless}
    where state < 'active' and keep_until < ${endless} - interval '1 year'`);
}

/** The queues of a job: one, or with places that of the first attempts, and that of the jobs that have failed. */
function queuesOf({ name, places }: AnyJob): JobQueue[] {
  if (places === undefined) return [{ name }];
  const deadLetter = repeatedQueue(name);
  return [
    { name, places: places.first, changes: { retryLimit: 0, deadLetter } },
    { name: deadLetter, places: places.repeated },
  ];
}

interface JobQueue {
  name: string;
  places?: Places;
  /** Options of this queue only. */
  changes?: { retryLimit: number; deadLetter: string };
}

/** How long running jobs may take to end. */
const stopMs = 5_000;

interface SealedData {
  sealed: string;
}

function seal(secrets: Secrets, { name }: AnyJob, data: object): SealedData {
  return { sealed: secrets.seal('job', name, JSON.stringify(data)) };
}

/** Returns the data of a job. Scheduled jobs have none, and a release before the encryption wrote plain data. */
export function openData(secrets: Secrets, name: string, data: unknown): unknown {
  const sealed: unknown = Object(data).sealed;
  return typeof sealed === 'string' ? JSON.parse(secrets.open('job', name, sealed)) : (data ?? {});
}

async function run(
  job: AnyJob,
  secrets: Secrets,
  data: unknown,
  ...rest: [stopping?: AbortSignal, complete?: Complete]
): Promise<void> {
  await job.run(v.parse(job.schema, openData(secrets, job.name, data)), ...rest);
}

/** What pg-boss returns when the job was still running. */
const completedSchema = v.object({ affected: v.literal(1) });

/** Runs one job of a batch. Its failure does not affect the others; the queue retries it. */
async function settle(job: AnyJob, id: string, work: () => Promise<void>, log: Logger): Promise<JobResult> {
  try {
    await work();
    return { id, status: 'completed' };
  } catch (err) {
    log.error({ err, job: job.name }, 'job failed');
    return { id, status: 'failed', output: outputOf(err) };
  }
}

/** Sends a statement of pg-boss, which reads times as Date and may send several statements in one text. */
async function send(client: pg.PoolClient, text: string, values: unknown[] = []) {
  const result: pg.QueryResult | pg.QueryResult[] = await client.query({ text, values, types: pg.types });
  const results = Array.isArray(result) ? result : [result];
  return { rows: results.flatMap(({ rows }) => rows) };
}
