import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { loadConfig } from '../config/config.ts';
import { openDatabase } from '../database/open-database.ts';
import { OperatorError } from '../errors/operator-error.ts';
import { createSecrets } from '../secrets/secrets.ts';
import { listHeads } from './chain-heads.repository.ts';
import { type StoredHead, verifyLog } from './verify-log.ts';

const usage = `Verifies that no record of the security log was changed, removed, added or moved.

  npm run audit:verify -- [--since 2026-11-01] [--offline] <log file> …

  --since    verifies the logs of this day (UTC) and later; without it, all logs that were ever written
  --offline  does without the database; a removed end of a log is then not noticed

Name the files in the order in which they were written, or - for standard input. Lines must be as the portal wrote
them. SECRETS_KEY and SECRETS_KEY_PREVIOUS must be those of the portal. Exit codes: 0 when everything fits, 1 when not, 2 for invalid
arguments.`;

const shownProblems = 100;

process.exitCode = await run(process.argv.slice(2));

async function run(args: string[]): Promise<number> {
  try {
    const options = readArguments(args);
    if (options === undefined) {
      console.log(usage);
      return 0;
    }
    return await verify(options);
  } catch (error) {
    const isArgument = error instanceof TypeError && 'code' in error;
    const isKnown = isArgument || error instanceof OperatorError;
    console.error(isKnown && error instanceof Error ? error.message : error);
    return isArgument ? 2 : 1;
  }
}

type Arguments = NonNullable<ReturnType<typeof readArguments>>;

/** Parses the arguments. Returns undefined for `--help`. Throws TypeError for invalid ones. */
function readArguments(args: string[]) {
  const { values, positionals: files } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      since: { type: 'string' },
      offline: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const { since, offline } = values;
  if (files.length === 0) throw invalid('Name at least one log file.');
  if (since !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(since))
    throw invalid('--since is no day such as 2026-11-01.');
  return { files, since: since ?? null, offline };
}

function invalid(message: string): TypeError {
  return Object.assign(new TypeError(message), { code: 'ERR_ARGUMENT' });
}

async function verify({ files, since, offline }: Arguments): Promise<number> {
  const config = loadConfig(process.env);
  const keys = createSecrets(config).deriveKeys('audit log');
  const heads = offline ? [] : await storedHeads(config, since);
  const { records, chains, problems } = await verifyLog(linesOf(files), { keys, heads });
  for (const problem of problems.slice(0, shownProblems)) console.error(problem);
  if (problems.length > shownProblems) console.error(`… and ${problems.length - shownProblems} more`);
  console.log(`${records} security records in ${chains} chains, ${problems.length} problems`);
  return problems.length === 0 ? 0 : 1;
}

async function storedHeads(
  config: ReturnType<typeof loadConfig>,
  since: string | null,
): Promise<StoredHead[]> {
  const { database, close } = await openDatabase(config, { share: true });
  try {
    return await listHeads(database.system, since);
  } finally {
    await close();
  }
}

async function* linesOf(files: readonly string[]): AsyncGenerator<string> {
  for (const file of files) {
    // npm runs scripts in the project's folder; the path is relative to the caller's folder.
    const input =
      file === '-' ? process.stdin : createReadStream(path.resolve(process.env.INIT_CWD ?? '.', file));
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  }
}
