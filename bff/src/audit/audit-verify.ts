import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { loadConfig } from '../config/config.ts';
import { openDatabase } from '../database/open-database.ts';
import { reportOutage } from '../database/outage.ts';
import { callersPath, invalidArgument, isDay, runCommand } from '../errors/operator-command.ts';
import { createSecrets } from '../secrets/secrets.ts';
import { listHeads } from './chain-heads.repository.ts';
import { type StoredHead, verifyLog } from './verify-log.ts';

const usage = `Verifies that no record of the security log was changed, removed, added or moved.

  npm run audit:verify -- [--since 2026-11-01] [--offline] <log file> …

  --since    verifies the logs of this day (UTC) and later; without it, all logs that were ever written
  --offline  does without the database; a removed end of a log is then not noticed

Name the files in the order in which they were written, or - for standard input: those of all servers, and
DATA_DIR/staff.log, which has the records of the commands of the staff. Lines must be as the portal wrote them.
SECRETS_KEY and SECRETS_KEY_PREVIOUS must be those of the portal. Exit codes: 0 when everything fits, 1 when not, 2 for
invalid arguments.`;

const shownProblems = 100;
const shownChains = 10;

const options = { since: { type: 'string' }, offline: { type: 'boolean', default: false } } as const;

await runCommand(usage, options, async (files, { since = null, offline }) => {
  if (files.length === 0) throw invalidArgument('Name at least one log file.');
  if (since !== null && !isDay(since)) throw invalidArgument('--since is no day such as 2026-11-01.');
  const config = loadConfig(process.env);
  const keys = createSecrets(config).deriveKeys('audit log');
  const heads = offline ? [] : await storedHeads(config, since);
  const { records, chains, problems, misfits } = await verifyLog(linesOf(files), { keys, heads });
  for (const problem of problems.slice(0, shownProblems)) console.error(problem);
  if (problems.length > shownProblems) console.error(`… and ${problems.length - shownProblems} more`);
  if (misfits.length > 0) console.error(adviceOn(misfits));
  console.log(`${records} security records in ${chains} chains, ${problems.length} problems`);
  if (problems.length > 0) process.exitCode = 1;
});

function adviceOn(misfits: readonly string[]): string {
  const more = misfits.length > shownChains ? ` and ${misfits.length - shownChains} more` : '';
  return (
    `No record fits the keys in chain ${misfits.slice(0, shownChains).join(', ')}${more}. The portal may have written it with another ` +
    'SECRETS_KEY: name that one in SECRETS_KEY_PREVIOUS and verify again.'
  );
}

async function storedHeads(
  config: ReturnType<typeof loadConfig>,
  since: string | null,
): Promise<StoredHead[]> {
  return reportOutage(async () => {
    const { database, close } = await openDatabase(config, { share: true });
    try {
      return await listHeads(database.system, since);
    } finally {
      await close();
    }
  });
}

async function* linesOf(files: readonly string[]): AsyncGenerator<string> {
  for (const file of files) {
    const input = file === '-' ? process.stdin : createReadStream(callersPath(file));
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  }
}
