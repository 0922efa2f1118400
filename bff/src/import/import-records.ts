import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { Database, Transaction } from '../database/database.ts';
import { OperatorError } from '../errors/operator-error.ts';
import { Big } from '../listing/decimal.ts';
import {
  type Convert,
  type ConvertedPart,
  convertPart,
  faultOf,
  type Rating,
  type ReadRow,
} from './convert-records.ts';
import {
  claimRejects,
  countRemovals,
  deleteOpposites,
  deleteProgress,
  findProgress,
  type ImportProgress,
  saveProgress,
} from './import-progress.repository.ts';
import { requireTarget } from './import-target.ts';
import {
  compareRows,
  findRatingState,
  type ImportTarget,
  insertBatch,
  type KnownRecords,
  lockImport,
} from './imported-records.repository.ts';
import { type Batch, costOf, prepareBatch } from './prepare-batch.ts';
import { type Layout, readRecords, type SourcePart, type SourceRecord } from './read-records.ts';
import type { PricedRow, RecordTable } from './record-table.ts';
import { type Fault, openRejects, refuseSource } from './rejects-file.ts';

export interface ImportOptions {
  files: readonly string[];
  serviceId: string;
  /** The time zone of the times in the files. */
  timezone: string;
  /** Reads and rates everything but writes nothing into the database. */
  isDryRun: boolean;
  /** The file that receives the faulty records as they are, and one beside it that receives their reasons. */
  rejects?: string | undefined;
  onFault(record: SourceRecord, reason: string): void;
  onProgress(summary: Pick<ImportSummary, 'read' | 'faulty'>): void;
  now?: Date;
}

export const nothingRead = {
  /** The records that were found. */
  read: 0,
  imported: 0,
  alreadyThere: 0,
  faulty: 0,
  /** Those of the faulty records that have the id of another one, but another content. */
  conflicting: 0,
  /** Imported calls that were answered but have no price in the price list. */
  unrated: 0,
  /** The amount that was deducted from the balance. */
  cost: '0',
  /** Records whose times differ by hours from the time in their unique ids, which suggests a wrong time zone. */
  farFromUniqueId: 0,
  /** The first and last time of the records that could be read: RFC 3339 in UTC, empty without any. */
  first: '',
  last: '',
  /** The account's time zone. */
  timezone: 'UTC',
  /** The records that an earlier import had counted before it was interrupted. */
  resumedAfter: 0,
};
export type ImportSummary = typeof nothingRead;

/** What is imported from the records of a source, and how. */
export interface RecordImport<Row extends PricedRow> {
  target: ImportTarget;
  table: RecordTable<Row>;
  layout: Layout;
  /** The first line of each file, if it names columns. */
  header?: string | undefined;
  /** Names everything that decides how a record is read: an import resumes another one with the same name. */
  name: string;
  /** Returns how a record is read and rated, by the prices and numbers as they are now. */
  prepare(tx: Transaction, target: ImportTarget): Promise<Convert<Row>>;
}

export const hashOfNothing = createHash('sha256').digest('hex');

const undoneMeanwhile =
  'An undo has removed records of this service while this import was running. Repeat the import when the undo has ended: it finds what it has stored.';

/** Another import of the same service may have to finish its batch first. */
export const batchSeconds = 300;

/**
 * Imports records part by part: each part is one transaction with its records, its charge, and how far the import has come. So an
 * import that was killed continues behind the last part. While a part is written, the next one is read.
 */
export async function importRecords<Row extends PricedRow>(
  database: Database,
  options: ImportOptions,
  work: RecordImport<Row>,
): Promise<ImportSummary> {
  const { isDryRun, files } = options;
  const { target, name, layout, header } = work;
  await refuseSource(options.rejects, files);
  let rating = await database.asBackground((tx) => currentRating(tx, work));
  const resumed = isDryRun ? undefined : await findResumable<ImportSummary>(database, options, work);
  const { timezone } = target;
  let summary = {
    ...nothingRead,
    ...resumed?.summary,
    ...{ timezone, resumedAfter: resumed?.summary.read ?? 0 },
  };
  const rejects = await openRejects(options.rejects, header, resumed?.rejected);
  let removals = 0;
  if (!isDryRun) {
    // Rejects of the first part are on the disk before its progress is saved: an import that repeats this one takes them for its own.
    const beginning = { bytes: 0, hash: hashOfNothing, rejected: await rejects.add([]), summary };
    await database.asBackground(async (tx) => {
      if (options.rejects !== undefined) await claimRejects(tx, target, name, options.rejects);
      // Its parts may have removed what this import adds, or finds.
      await deleteOpposites(tx, target, 'import');
      removals = await countRemovals(tx, target);
      if (resumed === undefined) await saveProgress(tx, target, name, beginning);
    });
  }
  // The records that a dry run would have added so far; in a real import the database knows them.
  const simulated: KnownRecords = new Map();

  // Whether the last records were new. The next ones are then prepared while these are written.
  let areNew = !isDryRun;

  const write = async (part: SourcePart, first: ConvertedPart<Row>, prepared: Batch | undefined) => {
    const { bytes, hash } = part;
    let refused: Fault[] = [];
    summary = await database.asBackground(
      async (tx) => {
        await lockImport(tx, target);
        // Prices may have been loaded, and earlier calls rated by them, while this import is running.
        rating = await currentRating(tx, work, rating);
        const { rows, faults, read } =
          first.rating === rating ? first : await convertPart(part, rating, header);
        refused = [...faults];
        const ofPart = rowsOf({ rows });
        const known = isDryRun ? simulated : new Map();
        const { fresh, conflicts } = await compareRows(tx, target, work.table, ofPart, known);
        refused.push(...conflictsOf(rows, conflicts));
        const counted = {
          ...addCounts(summary, { read, rows, faults }, fresh, conflicts.size),
          ...addTimes(summary, ofPart.map(work.table.time)),
        };
        // What is refused is on the disk before the database counts it.
        const rejected = await rejects.add(refused);
        if (!isDryRun) {
          areNew = fresh.length === rows.length;
          const batch = areNew && first.rating === rating ? prepared : undefined;
          await insertBatch(tx, target, batch ?? (await prepareBatch(work.table, fresh)));
          // An undo that is running begins again, and this import if one has removed records since: each would resume past the other's.
          await deleteOpposites(tx, target, 'import');
          if ((await countRemovals(tx, target)) !== removals) throw new OperatorError(undoneMeanwhile);
          await saveProgress(tx, target, name, { bytes, hash: hash(), rejected, summary: counted });
        }
        return counted;
      },
      { seconds: batchSeconds },
    );
    for (const { record, reason } of refused) options.onFault(record, reason);
    options.onProgress(summary);
  };

  let written = Promise.resolve();
  try {
    for await (const part of readRecords(files, layout, resumed?.bytes)) {
      if (resumed !== undefined && part.bytes <= resumed.bytes) continue;
      const converted = await convertPart(part, rating, header);
      const batch = areNew ? await prepareBatch(work.table, rowsOf(converted)) : undefined;
      await written;
      written = write(part, converted, batch);
      // Thrown where the next part waits for it.
      written.catch(() => undefined);
    }
    await written;
    if (!isDryRun) await database.asBackground((tx) => deleteProgress(tx, target, name));
    return summary;
  } finally {
    await written.catch(() => undefined);
    await rejects.close();
  }
}

/** Returns the progress of an interrupted import of the same source. */
export async function findResumable<Summary>(
  database: Database,
  { files }: Pick<ImportOptions, 'files'>,
  { target, name, layout }: Pick<RecordImport<PricedRow>, 'target' | 'name' | 'layout'>,
): Promise<ImportProgress<Summary> | undefined> {
  const progress = await database.asBackground((tx) => findProgress<Summary>(tx, target, name));
  if (progress === undefined || progress.bytes === 0) return progress;
  // A pipe is read only once, so its import begins again.
  const found = await Promise.all(files.map((file) => stat(file)));
  if (!found.every((each) => each.isFile())) return undefined;
  for await (const part of readRecords(files, layout, progress.bytes)) {
    if (part.bytes < progress.bytes) continue;
    // Otherwise the files have changed: the import begins again, and finds what it has imported.
    return part.bytes === progress.bytes && part.hash() === progress.hash ? progress : undefined;
  }
  return undefined;
}

/** Returns how records are rated now: `known`, unless that has changed. */
async function currentRating<Row extends PricedRow>(
  tx: Transaction,
  work: RecordImport<Row>,
  known?: Rating<Row>,
): Promise<Rating<Row>> {
  const target = await requireTarget(tx, work.target.service_id, work.target.type);
  // An import from a pipe may run for days: what is too old changes, too.
  const hour = Math.floor(Date.now() / 3_600_000);
  const state = `${hour} ${await findRatingState(tx, target)}`;
  return state === known?.state ? known : { state, convert: await work.prepare(tx, target) };
}

function rowsOf<Row>({ rows }: { rows: readonly ReadRow<Row>[] }): Row[] {
  return rows.map(({ row }) => row);
}

/** Who repeats an id for another call or message would not be charged for it. */
function conflictsOf<Row>(rows: readonly ReadRow<Row>[], conflicts: ReadonlyMap<Row, string>): Fault[] {
  return rows.flatMap(({ row, record }) => {
    const difference = conflicts.get(row);
    return difference === undefined
      ? []
      : [faultOf(record, `a record with its id is already there: ${difference}`)];
  });
}

function addCounts<Row extends PricedRow>(
  before: ImportSummary,
  { read, rows, faults }: Omit<ConvertedPart<Row>, 'rating'>,
  fresh: readonly Row[],
  conflicting: number,
): ImportSummary {
  const unrated = new Set(rows.flatMap(({ row, isUnrated }) => (isUnrated === true ? [row] : [])));
  return {
    ...before,
    read: before.read + read,
    imported: before.imported + fresh.length,
    alreadyThere: before.alreadyThere + rows.length - fresh.length - conflicting,
    faulty: before.faulty + faults.length + conflicting,
    conflicting: before.conflicting + conflicting,
    unrated: before.unrated + fresh.filter((row) => unrated.has(row)).length,
    cost: new Big(before.cost).plus(costOf(fresh)).toFixed(6),
    farFromUniqueId: before.farFromUniqueId + rows.filter((row) => row.isFarFromUniqueId === true).length,
  };
}

/** Returns the first and last of all times, which are in one notation. */
export function addTimes(before: Pick<ImportSummary, 'first' | 'last'>, times: readonly string[]) {
  let { first, last } = before;
  for (const time of times) {
    if (first === '' || time < first) first = time;
    if (time > last) last = time;
  }
  return { first, last };
}
