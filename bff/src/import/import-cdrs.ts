import type { Database, Transaction } from '../database/database.ts';
import { OperatorError } from '../errors/operator-error.ts';
import { findPrices } from '../modules/rates/rates.repository.ts';
import { createPriceBook, createTariff } from '../modules/rates/rating.ts';
import { oldestStoredMs } from '../modules/traffic/retention.ts';
import { asteriskFormat } from './call-formats/asterisk.ts';
import { cdrJsonFormat } from './call-formats/cdr-json.ts';
import { csvCallFormat } from './call-formats/csv.ts';
import { freeswitchFormat } from './call-formats/freeswitch.ts';
import type { CallFormat, CallRecord } from './call-record.ts';
import type { CsvOptions } from './csv-columns.ts';
import { importName } from './import-name.ts';
import {
  type ImportOptions,
  type ImportSummary,
  importRecords,
  type RecordImport,
} from './import-records.ts';
import { dialCodeOf, requireTarget } from './import-target.ts';
import {
  always,
  type CallContext,
  type ImportedCall,
  type RentedTime,
  toImportedCall,
} from './imported-call.ts';
import type { ImportTarget } from './imported-records.repository.ts';
import { findOwnNumbers } from './own-numbers.repository.ts';
import { readFirstLine } from './read-first-line.ts';
import type { Layout } from './read-records.ts';
import type { RecordTable } from './record-table.ts';
import { refuseSpreadsheetNumbers } from './spreadsheet-number.ts';
import { type UndoSummary, undoRecords } from './undo-records.ts';

export const callFormats = ['asterisk', 'freeswitch', 'cdr-json', 'csv'] as const;

export interface CallImportOptions extends ImportOptions {
  format: (typeof callFormats)[number];
  csv: CsvOptions;
}

const cdrs: RecordTable<ImportedCall> = {
  name: 'cdrs',
  idColumn: 'cdr_id',
  timeColumn: 'started',
  idHasTime: false,
  id: ({ cdr_id }) => cdr_id,
  time: ({ started }) => started,
  content: ['number_to', 'duration_seconds'],
  columns: {
    cdr_id: 'text',
    call_id: 'text',
    direction: 'text',
    number_from: 'text',
    number_to: 'text',
    number_from_name: 'text',
    country: 'text',
    country_from: 'text',
    destination: 'text',
    destination_prefix: 'text',
    number_type: 'text',
    result: 'text',
    started: 'timestamptz',
    answered: 'timestamptz',
    ended: 'timestamptz',
    duration_seconds: 'integer',
    ring_seconds: 'integer',
    pdd_ms: 'integer',
    sip_code: 'smallint',
    sip_reason: 'text',
    q850_cause: 'smallint',
    hangup_source: 'text',
    codec: 'text',
    mos: 'numeric',
    rate_initial_interval: 'integer',
    rate_initial: 'numeric',
    rate_next_interval: 'integer',
    rate_next: 'numeric',
    fee: 'numeric',
    billed_seconds: 'integer',
    price: 'numeric',
    rated: 'boolean',
  },
};

const tables: Readonly<Record<(typeof callFormats)[number], RecordTable<ImportedCall>>> = {
  asterisk: { ...cdrs, idHasTime: true },
  freeswitch: cdrs,
  'cdr-json': cdrs,
  // Programs that export calls to CSV may write moments and numbers in another way each time.
  csv: { ...cdrs, idHasTime: true, sameAs: ['call_id', 'number_to'] },
};

/** Imports the call records of a telephone system into a voicing service. Throws ImportError. */
export async function importCdrs(database: Database, options: CallImportOptions): Promise<ImportSummary> {
  const findRating = (tx: Transaction, target: ImportTarget) => findContext(tx, target, options.now);
  return importRecords(database, options, await openCalls(database, options, findRating));
}

/** Removes the calls that an import with the same options has added. Throws ImportError. */
export async function undoCdrs(database: Database, options: CallImportOptions): Promise<UndoSummary> {
  const findRating = (_tx: Transaction, target: ImportTarget) => Promise.resolve(withoutPrices(target));
  return undoRecords(database, options, await openCalls(database, options, findRating));
}

async function openCalls(
  database: Database,
  options: CallImportOptions,
  findRating: (tx: Transaction, target: ImportTarget) => Promise<CallContext>,
): Promise<RecordImport<ImportedCall>> {
  const { format, timezone, csv } = options;
  const target = await database.asBackground((tx) => requireTarget(tx, options.serviceId, 'voicing'));
  const header = format === 'csv' ? await readFirstLine(options.files) : undefined;
  const reader = openFormat(options, header ?? '');
  const layout: Layout = format === 'cdr-json' ? 'documents' : 'lines';
  return {
    target,
    table: tables[format],
    layout,
    header,
    name: importName('calls', options.files, { format, timezone, csv }),
    prepare: async (tx, current) => {
      const context = await findRating(tx, current);
      return (text) => {
        const record = reader.read(text);
        // The other formats contain what a caller has dialled, which must not keep a call from being charged.
        if (format === 'csv' && context.areStored !== true)
          refuseSpreadsheetNumbers({ number_from: record.from, number_to: record.to });
        const row = toImportedCall(record, context);
        return { row, isUnrated: !row.rated, isFarFromUniqueId: isFarFromUniqueId(record) };
      };
    },
  };
}

function openFormat({ format, timezone, csv }: CallImportOptions, header: string): CallFormat {
  if (format === 'asterisk') return asteriskFormat(timezone);
  if (format === 'freeswitch') return freeswitchFormat(timezone);
  return format === 'cdr-json' ? cdrJsonFormat() : csvCallFormat(header, csv, timezone);
}

/** Throws OperatorError if the service has no prices. */
async function findContext(tx: Transaction, target: ImportTarget, now?: Date): Promise<CallContext> {
  const prices = target.price_list_id === null ? [] : await findPrices(tx, target.price_list_id);
  if (prices.length === 0) {
    throw new OperatorError(
      `Service ${target.service_id} has no prices in ${target.currency}: its calls would cost nothing. Load a price list with "npm run prices:load".`,
    );
  }
  return {
    dialCode: dialCodeOf(target),
    tariff: createTariff(prices),
    ownNumbers: new Map((await findOwnNumbers(tx, target)).map(ownNumber)),
    nowMs: () => now?.getTime() ?? Date.now(),
    oldestMs: oldestStoredMs(now ?? new Date()),
  };
}

/** What identifies a call, and what it contains, does not depend on prices or the day. */
function withoutPrices(target: ImportTarget): CallContext {
  const tariff = { at: () => createPriceBook([]) };
  return { ...always, dialCode: dialCodeOf(target), tariff, ownNumbers: new Map() };
}

function ownNumber({ number, rented_at, rented_until }: Awaited<ReturnType<typeof findOwnNumbers>>[number]) {
  const rented: RentedTime = {
    fromMs: Date.parse(rented_at),
    untilMs: rented_until === null ? Number.POSITIVE_INFINITY : Date.parse(rented_until),
  };
  return [number, rented] as const;
}

function isFarFromUniqueId({ epochMs, times }: CallRecord): boolean {
  const distanceMs = epochMs === undefined ? 0 : Math.abs(epochMs - times.startMs);
  return distanceMs > 25 * 60_000 && distanceMs < 15 * 3_600_000;
}
