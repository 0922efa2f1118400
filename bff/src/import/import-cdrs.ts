import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Database, Transaction } from '../database/database.ts';
import { OperatorError } from '../errors/operator-error.ts';
import { Big } from '../listing/decimal.ts';
import { postUsage } from '../modules/ledger/post-usage.ts';
import { findPrices } from '../modules/rates/rates.repository.ts';
import { createTariff } from '../modules/rates/rating.ts';
import { dialCode } from '../modules/services/dial-codes.ts';
import { type ImportContext, type ImportedCall, toImportedCall } from './imported-call.ts';
import * as repository from './imported-calls.repository.ts';
import { epochOfUniqueId, LineFault, readMasterLine } from './master-line.ts';

export interface ImportOptions {
  file: string;
  serviceId: string;
  /** The time zone of the times in the file. */
  timezone: string;
  /** Reads and rates everything but writes nothing. */
  isDryRun: boolean;
  onFault(lineNumber: number, reason: string): void;
  onProgress(summary: ImportSummary): void;
  now?: Date;
}

const nothingRead = {
  /** The number of lines that are not blank. */
  read: 0,
  imported: 0,
  alreadyThere: 0,
  faulty: 0,
  /** Imported calls that were answered but have no price in the price list. */
  unrated: 0,
  /** The amount that was deducted from the balance. */
  cost: '0',
  /** Lines whose times differ by hours from the time in their unique ids, which suggests a wrong time zone. */
  farFromUniqueId: 0,
};
export type ImportSummary = typeof nothingRead;

/** An error in the arguments, not in the file's lines. */
export class ImportError extends Error {}

const batchSize = 1_000;
/** Another import of the same service may have to finish its batch first. */
const batchSeconds = 300;

/** Imports Asterisk's Master.csv into a voicing service. Skips lines that were imported before. Throws ImportError. */
export async function importCdrs(database: Database, options: ImportOptions): Promise<ImportSummary> {
  const { target, context } = await prepare(database, options);
  const summary = { ...nothingRead };
  let batch: ImportedCall[] = [];
  // The calls that a dry run would have added so far; in a real import the database knows them.
  const simulatedIds = options.isDryRun ? new Set<string>() : undefined;
  const flush = async () => {
    if (batch.length > 0)
      await database.asBackground((tx) => addBatch(tx, target, batch, summary, simulatedIds), {
        seconds: batchSeconds,
      });
    batch = [];
    options.onProgress(summary);
  };

  let lineNumber = 0;
  for await (const text of linesOf(options.file)) {
    lineNumber += 1;
    const line = lineNumber === 1 ? text.replace(/^\uFEFF/, '') : text;
    if (line.trim() === '') continue;
    summary.read += 1;
    try {
      const call = toImportedCall(readMasterLine(line), context);
      if (isFarFromUniqueId(call)) summary.farFromUniqueId += 1;
      batch.push(call);
    } catch (error) {
      if (!(error instanceof LineFault)) throw error;
      summary.faulty += 1;
      options.onFault(lineNumber, error.message);
    }
    if (batch.length >= batchSize) await flush();
  }
  await flush();
  return summary;
}

async function prepare(database: Database, { serviceId, timezone, now = new Date() }: ImportOptions) {
  return database.asBackground(async (tx) => {
    const target = await repository.findImportTarget(tx, serviceId);
    if (target === undefined) throw new ImportError(`There is no service ${serviceId}.`);
    if (target.type !== 'voicing')
      throw new ImportError(`Service ${serviceId} is a ${target.type} one: it has no calls.`);
    const prices = target.price_list_id === null ? [] : await findPrices(tx, target.price_list_id);
    if (prices.length === 0) {
      throw new OperatorError(
        `Service ${serviceId} has no prices in ${target.currency}: its calls would cost nothing. Load a price list with "npm run prices:load".`,
      );
    }
    const context: ImportContext = {
      timezone,
      dialCode: target.country === null ? undefined : dialCode(target.country),
      tariff: createTariff(prices),
      ownNumbers: new Set(await repository.findOwnNumbers(tx, target)),
      nowMs: now.getTime(),
    };
    return { target, context };
  });
}

/** Adds the calls and charges them as one usage batch, so an interrupted import has charged exactly the added calls. */
async function addBatch(
  tx: Transaction,
  target: repository.ImportTarget,
  batch: readonly ImportedCall[],
  summary: ImportSummary,
  simulatedIds: Set<string> | undefined,
): Promise<void> {
  await repository.lockImport(tx, target);
  const ids = batch.map(({ cdr_id }) => cdr_id);
  const known = await repository.findKnownIds(tx, target, ids);
  const fresh = batch.filter(({ cdr_id }) => {
    const isNew = !known.has(cdr_id) && simulatedIds?.has(cdr_id) !== true;
    known.add(cdr_id);
    return isNew;
  });
  const cost = fresh.reduce((sum, { price }) => sum.plus(price), new Big(0));
  for (const { cdr_id } of fresh) simulatedIds?.add(cdr_id);
  if (simulatedIds === undefined && fresh.length > 0) {
    const { account_id, service_id, currency } = target;
    const batch_id = batchIdOf(fresh);
    const { count, ...added } = await repository.insertImportedCalls(tx, target, batch_id, fresh);
    if (count !== fresh.length || !cost.eq(added.cost))
      throw new Error('the database added other calls than it was given');
    await postUsage(tx, { account_id, service_id, currency, batch_id, records: count, ...added }, 'import');
  }
  summary.imported += fresh.length;
  summary.alreadyThere += batch.length - fresh.length;
  summary.unrated += fresh.filter(({ rated }) => !rated).length;
  summary.cost = cost.plus(summary.cost).toFixed(6);
}

/** The same calls make the same batch, so that they cannot be charged twice. */
function batchIdOf(calls: readonly ImportedCall[]): string {
  const ids = calls.map(({ cdr_id }) => cdr_id).sort();
  return createHash('sha256').update(ids.join('\n')).digest('hex').slice(0, 32);
}

/** Longer than any line that Asterisk writes; the rest of a longer one is dropped, and what is left is a fault. */
const maxLineLength = 65_536;

/**
 * Only a line feed ends a line: callers choose their names, and a name with another separator of Unicode must not hide a call, as
 * it would with `node:readline`.
 */
async function* linesOf(file: string): AsyncIterable<string> {
  let rest = '';
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = (lines.pop() ?? '').slice(0, maxLineLength);
    yield* lines;
  }
  yield rest;
}

function isFarFromUniqueId({ call_id, started }: ImportedCall): boolean {
  const epochMs = epochOfUniqueId(call_id);
  const distanceMs = epochMs === undefined ? 0 : Math.abs(epochMs - Date.parse(started));
  return distanceMs > 25 * 60_000 && distanceMs < 15 * 3_600_000;
}
