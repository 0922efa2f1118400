import { stat } from 'node:fs/promises';
import type { Database, Transaction } from '../database/database.ts';
import { Big } from '../listing/decimal.ts';
import { type ConvertedPart, convertPart, faultOf } from './convert-records.ts';
import { ImportError } from './import-error.ts';
import { importName } from './import-name.ts';
import {
  deleteOpposites,
  deleteProgress,
  saveProgress,
  updateUndoProgress,
} from './import-progress.repository.ts';
import {
  addTimes,
  batchSeconds,
  findResumable,
  hashOfNothing,
  type ImportOptions,
  type RecordImport,
} from './import-records.ts';
import { lockImport } from './imported-records.repository.ts';
import { costOf } from './prepare-batch.ts';
import { readRecords, type SourcePart } from './read-records.ts';
import type { PricedRow } from './record-table.ts';
import type { Fault } from './rejects-file.ts';
import {
  compareStored,
  lockStored,
  refuseInvoiced,
  removeStored,
  type StoredRecord,
} from './stored-records.repository.ts';

export const nothingUndone = {
  /** The records that were found in the files. */
  read: 0,
  removed: 0,
  notThere: 0,
  faulty: 0,
  /** Those of the faulty records that are stored with another time or content. */
  different: 0,
  /** The amount that was given back to the balance. */
  cost: '0',
  /** The first and last time of the records that could be read: RFC 3339 in UTC, empty without any. */
  first: '',
  last: '',
  /** The account's time zone. */
  timezone: 'UTC',
  /** The records that an earlier run had counted before it was interrupted. */
  resumedAfter: 0,
};
export type UndoSummary = typeof nothingUndone;

const nothingRejected = { records: 0, reasons: 0 };

/**
 * Removes the records of files that are stored as an import of them stores them, and gives their prices back. All parts are compared
 * first: if an invoice contains a record, none is removed. Then each part is one transaction, as in an import, so a run that was
 * killed continues behind the last part. Throws ImportError for a pipe, and OperatorError for records on an invoice.
 */
export async function undoRecords<Row extends PricedRow>(
  database: Database,
  options: ImportOptions,
  imported: RecordImport<Row>,
): Promise<UndoSummary> {
  const { isDryRun, files } = options;
  for (const file of files) await requireRegular(file);
  const work = { ...imported, name: importName('undo', [imported.name], {}) };
  const { target, table, name, layout, header } = work;
  const rating = { state: '', convert: await database.asBackground((tx) => work.prepare(tx, target)) };
  const resumed = isDryRun ? undefined : await findResumable<UndoSummary>(database, options, work);
  const start: UndoSummary = {
    ...nothingUndone,
    ...resumed?.summary,
    ...{ timezone: target.timezone, resumedAfter: resumed?.summary.read ?? 0 },
  };

  // What is only counted is found again.
  const counted = new Set<string>();
  const count: Step<Row> = async (tx, converted, before) => {
    const found = await comparePart(tx, work, converted);
    const stored = found.stored.filter(({ id }) => !counted.has(id));
    await refuseInvoiced(tx, target, stored, start.removed);
    for (const { id } of stored) counted.add(id);
    return { ...found, after: addCounts(before, work, converted, { ...found, stored }) };
  };
  const remove: Step<Row> = async (tx, converted, before, { bytes, hash }) => {
    const found = await comparePart(tx, work, converted);
    const after = addCounts(before, work, converted, found);
    await removeStored(tx, target, table, found.stored, before.removed);
    await deleteOpposites(tx, target, 'undo');
    await updateUndoProgress(tx, target, name, { bytes, hash: hash(), summary: after });
    return { ...found, after };
  };
  const pass = async (step: Step<Row>, report: (faults: readonly Fault[], after: UndoSummary) => void) => {
    let summary = start;
    for await (const part of readRecords(files, layout, resumed?.bytes)) {
      if (resumed !== undefined && part.bytes <= resumed.bytes) continue;
      const converted = await convertPart(part, rating, header);
      const before = summary;
      const { different, after } = await database.asBackground(
        async (tx) => {
          await lockImport(tx, target);
          return step(tx, converted, before, part);
        },
        { seconds: batchSeconds },
      );
      summary = after;
      report([...converted.faults, ...different], after);
    }
    return summary;
  };
  const report = (faults: readonly Fault[], after: UndoSummary) => {
    for (const { record, reason } of faults) options.onFault(record, reason);
    options.onProgress(after);
  };

  if (isDryRun) return pass(count, report);
  await pass(count, () => undefined);
  await database.asBackground(async (tx) => {
    await deleteOpposites(tx, target, 'undo');
    const beginning = { bytes: 0, hash: hashOfNothing, rejected: nothingRejected, summary: start };
    if (resumed === undefined) await saveProgress(tx, target, name, beginning, 'undo');
  });
  const summary = await pass(remove, report);
  await database.asBackground((tx) => deleteProgress(tx, target, name));
  return summary;
}

async function requireRegular(file: string): Promise<void> {
  if (!(await stat(file)).isFile())
    throw new ImportError(`${file} is no regular file. An undo reads it twice: store it in a file first.`);
}

interface ComparedPart {
  stored: readonly StoredRecord[];
  different: readonly Fault[];
}

/** Counts or removes the records of a part, in one transaction. */
type Step<Row> = (
  tx: Transaction,
  converted: ConvertedPart<Row>,
  before: UndoSummary,
  part: SourcePart,
) => Promise<ComparedPart & { after: UndoSummary }>;

/** Finds the records of a part. */
async function comparePart<Row extends PricedRow>(
  tx: Transaction,
  { target, table }: RecordImport<Row>,
  { rows }: ConvertedPart<Row>,
): Promise<ComparedPart> {
  const ofPart = rows.map(({ row }) => row);
  const { same, differences } = await compareStored(tx, target, table, ofPart);
  const stored = await lockStored(tx, target, table, same);
  const different = rows.flatMap(({ row, record }) => {
    const difference = differences.get(row);
    return difference === undefined ? [] : [faultOf(record, `it was imported otherwise: ${difference}`)];
  });
  return { stored, different };
}

function addCounts<Row extends PricedRow>(
  before: UndoSummary,
  { table }: RecordImport<Row>,
  { read, rows, faults }: ConvertedPart<Row>,
  { stored, different }: ComparedPart,
): UndoSummary {
  const times = rows.map(({ row }) => table.time(row));
  return {
    ...before,
    ...addTimes(before, times),
    read: before.read + read,
    removed: before.removed + stored.length,
    notThere: before.notThere + rows.length - stored.length - different.length,
    faulty: before.faulty + faults.length + different.length,
    different: before.different + different.length,
    cost: new Big(before.cost).plus(costOf(stored)).toFixed(6),
  };
}
