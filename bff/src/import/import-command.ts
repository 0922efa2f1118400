import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { timezoneSchema } from '@portal/contract/dates';
import * as v from 'valibot';
import type { Database } from '../database/database.ts';
import { callersPath, invalidArgument } from '../errors/operator-command.ts';
import { withDatabase } from '../staff/open-portal.ts';
import { describeImport, describeUndo } from './describe-import.ts';
import { ImportError } from './import-error.ts';
import type { MessageImportOptions } from './import-messages.ts';
import type { ImportSummary } from './import-records.ts';
import type { SourceRecord } from './read-records.ts';
import type { UndoSummary } from './undo-records.ts';

/** The options of every import. */
export const importOptions = {
  service: { type: 'string' },
  timezone: { type: 'string', default: 'UTC' },
  rejects: { type: 'string' },
  column: { type: 'string', multiple: true },
  delimiter: { type: 'string', default: ',' },
  undo: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

interface Given {
  service?: string | undefined;
  timezone: string;
  rejects?: string | undefined;
  column?: string[] | undefined;
  delimiter: string;
  undo: boolean;
  'dry-run': boolean;
}

const listedFaults = 200;
const progressMs = 2_000;

/** Imports files and folders, or removes what was imported of them, and prints faults, progress and counts. Throws a TypeError for wrong arguments. */
export async function runImport(
  given: readonly string[],
  values: Given,
  importAll: (database: Database, options: MessageImportOptions) => Promise<ImportSummary>,
  undoAll: (database: Database, options: MessageImportOptions) => Promise<UndoSummary>,
): Promise<void> {
  const { service: serviceId, timezone, 'dry-run': isDryRun, delimiter } = values;
  if (serviceId === undefined) throw invalidArgument('--service is missing.');
  if (given.length === 0) throw invalidArgument('Name a file.');
  if (!v.is(timezoneSchema, timezone)) throw invalidArgument(`There is no time zone ${timezone}.`);
  if (delimiter.length !== 1) throw invalidArgument('--delimiter is not one character.');
  const csv = { delimiter, columns: Object.fromEntries((values.column ?? []).map(readColumn)) };
  const files = (await Promise.all(given.map((name) => filesOf(callersPath(name))))).flat();
  const rejects = values.rejects === undefined ? undefined : callersPath(values.rejects);
  const startedMs = performance.now();
  let faults = 0;
  let shownMs = startedMs;
  const options = {
    ...{ files, serviceId, timezone, isDryRun, csv, rejects },
    onFault: ({ file, line }: SourceRecord, reason: string) => {
      faults += 1;
      const place = files.length > 1 ? `${file} line ${line}` : `line ${line}`;
      if (faults <= listedFaults) console.log(`${place}: ${reason}`);
    },
    onProgress: ({ read, faulty }: Pick<ImportSummary, 'read' | 'faulty'>) => {
      if (performance.now() - shownMs < progressMs) return;
      shownMs = performance.now();
      console.error(`${read} read, ${faulty} faulty …`);
    },
  };
  try {
    const describe = await withDatabase(async (database) => {
      if (values.undo) {
        const summary = await undoAll(database, options);
        return (seconds: number) => describeUndo(summary, isDryRun, seconds);
      }
      const summary = await importAll(database, options);
      return (seconds: number) => describeImport(summary, isDryRun, seconds);
    });
    if (faults > listedFaults) console.log(`… and ${faults - listedFaults} more faulty lines`);
    console.log(describe((performance.now() - startedMs) / 1000));
  } catch (error) {
    throw error instanceof ImportError ? invalidArgument(error.message) : error;
  }
}

/** `started=Call Date` */
function readColumn(text: string): [field: string, column: string] {
  const sign = text.indexOf('=');
  if (sign < 1 || sign === text.length - 1)
    throw invalidArgument(`--column ${text} is not a field and a column, such as started="Call Date".`);
  return [text.slice(0, sign), text.slice(sign + 1)];
}

/** The files of a folder are imported in the order of their names. */
async function filesOf(name: string): Promise<string[]> {
  const found = await stat(name).catch(() => undefined);
  if (found === undefined) throw invalidArgument(`The file ${name} cannot be read.`);
  if (!found.isDirectory()) return [name];
  const entries = await readdir(name, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
  return files.map((entry) => path.join(name, entry.name)).sort();
}
