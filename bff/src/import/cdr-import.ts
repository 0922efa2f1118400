import { access } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { timezoneSchema } from '@portal/contract/dates';
import * as v from 'valibot';
import { loadConfig } from '../config/config.ts';
import { openDatabase } from '../database/open-database.ts';
import { OperatorError } from '../errors/operator-error.ts';
import { prepareDatabase } from '../queue/prepare-database.ts';
import { ImportError, type ImportSummary, importCdrs } from './import-cdrs.ts';

const usage = `Imports calls from Asterisk's Master.csv (module cdr_csv, 18 columns) into a voicing service.

  npm run cdr:import -- --service <service id> [--timezone Europe/Tallinn] [--dry-run] <file>

  --service   the service of the calls, such as svc_vo_demo
  --timezone  the time zone of the times in the file (default UTC)
  --dry-run   reads and rates everything but writes nothing

Invalid lines are listed and skipped. Importing a file again adds nothing. The price of each new call is deducted from
the service's balance. The portal may be running or stopped.`;

const progressLines = 10_000;
const listedFaults = 200;

process.exitCode = await run(process.argv.slice(2));

/** Returns 0 when the file was read, even with faulty lines; 2 for invalid arguments; 1 for any other error. */
async function run(args: string[]): Promise<number> {
  try {
    const options = readArguments(args);
    if (options === undefined) {
      console.log(usage);
      return 0;
    }
    await importFile(options);
    return 0;
  } catch (error) {
    const isArgument = error instanceof ImportError || isParseError(error);
    const isKnown = isArgument || error instanceof OperatorError;
    console.error(isKnown && error instanceof Error ? error.message : error);
    if (isArgument) console.error(`\n${usage}`);
    return isArgument ? 2 : 1;
  }
}

/** Whether an option is unknown or lacks its value. */
function isParseError(error: unknown): boolean {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

type Arguments = NonNullable<ReturnType<typeof readArguments>>;

/** Parses the arguments. Returns undefined for `--help`. */
function readArguments(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      service: { type: 'string' },
      timezone: { type: 'string', default: 'UTC' },
      'dry-run': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const [file, ...more] = positionals;
  if (values.service === undefined) throw new ImportError('--service is missing.');
  if (file === undefined || more.length > 0) throw new ImportError('Name one file.');
  if (!v.is(timezoneSchema, values.timezone))
    throw new ImportError(`There is no time zone ${values.timezone}.`);
  // npm runs scripts in the project's folder; the path is relative to the caller's folder.
  const resolved = path.resolve(process.env.INIT_CWD ?? '.', file);
  const { service: serviceId, timezone, 'dry-run': isDryRun } = values;
  return { file: resolved, serviceId, timezone, isDryRun };
}

async function importFile({ file, serviceId, timezone, isDryRun }: Arguments): Promise<void> {
  await access(file).catch(() => {
    throw new ImportError(`The file ${file} cannot be read.`);
  });
  const startedMs = performance.now();
  const { database, asOwner, close } = await openDatabase(loadConfig(process.env), { share: true });
  let shownAt = 0;
  let faults = 0;
  try {
    await prepareDatabase({ database, asOwner });
    const summary = await importCdrs(database, {
      file,
      serviceId,
      timezone,
      isDryRun,
      onFault: (lineNumber, reason) => {
        faults += 1;
        if (faults <= listedFaults) console.log(`line ${lineNumber}: ${reason}`);
      },
      onProgress: ({ read }) => {
        if (read - shownAt < progressLines) return;
        shownAt = read;
        console.error(`${read} lines read …`);
      },
    });
    if (faults > listedFaults) console.log(`… and ${faults - listedFaults} more faulty lines`);
    console.log(describe(summary, isDryRun, (performance.now() - startedMs) / 1000));
  } finally {
    await close();
  }
}

function describe(summary: ImportSummary, isDryRun: boolean, seconds: number): string {
  const lines = [
    `${isDryRun ? 'Dry run, nothing was written: ' : ''}${summary.read} read, ${summary.imported} imported, ${summary.alreadyThere} already there, ${summary.faulty} faulty (${seconds.toFixed(1)} s)`,
    `${isDryRun ? 'Would be deducted' : 'Deducted'} from the balance: ${summary.cost}`,
  ];
  if (summary.unrated > 0)
    lines.push(`${summary.unrated} answered calls to numbers without a price: imported unrated, not charged`);
  if (summary.farFromUniqueId > 0) {
    lines.push(
      `${summary.farFromUniqueId} calls start hours away from the time in their unique id: is --timezone right?`,
    );
  }
  return lines.join('\n');
}
