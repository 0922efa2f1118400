import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { OperatorError } from '../../errors/operator-error.ts';
import type { Binaries } from './cluster.ts';
import { readSuperuserPassword } from './passwords.ts';
import { commandAs, type ServerAccount } from './server-account.ts';

interface StoppedServer {
  binaries: Binaries;
  account: ServerAccount;
  clusterDir: string;
}

/**
 * Gives a stopped server the superuser's password of this data folder: a restored server has that of the folder which was
 * backed up.
 */
export async function setSuperuserPassword(server: StoppedServer, root: string): Promise<void> {
  const password = await readSuperuserPassword(root);
  await runStatements(server, 'postgres', [`alter role postgres password '${password}'`]);
}

/** Of a table for the series, which a backup of an earlier portal does not contain; it changes nothing where there is one. */
const seriesFile = new URL('../../../migrations/0650-number-series.sql', import.meta.url);

/** Begins a series of numbers in the portal's database of a stopped server, and returns its letters. */
export async function beginNumberSeries(server: StoppedServer): Promise<string> {
  const statements = ['set role portal_owner', await readFile(seriesFile, 'utf8')];
  const output = await runStatements(server, 'portal', [
    ...statements,
    `select 'series:' || begin_number_series()`,
  ]);
  const [, series] = /"series:([A-Z]+)"/.exec(output) ?? [];
  if (series === undefined) throw new Error('the database began no series of numbers');
  return series;
}

/** Runs statements in single-user mode, which listens to nobody and first replays the write-ahead log. Returns the rows. */
async function runStatements(
  { binaries, account, clusterDir }: StoppedServer,
  database: string,
  statements: readonly string[],
): Promise<string> {
  const { file, args, options } = commandAs(account, binaries.postgres, [
    '--single',
    // A statement ends with a semicolon before an empty line.
    '-j',
    '-D',
    clusterDir,
    // As the server itself is started.
    '-c',
    'timezone=UTC',
    database,
  ]);
  const child = spawn(file, args, { ...options, cwd: clusterDir, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.on('error', () => undefined).end(statements.map((each) => `${each};\n\n`).join(''));
  const [rows, log] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (child.exitCode !== 0 || /^.*\b(?:ERROR|FATAL|PANIC):/m.test(log)) {
    const reason = /(?:ERROR|FATAL|PANIC):.*/.exec(log)?.[0] ?? `code ${child.exitCode}`;
    throw new OperatorError(`PostgreSQL could not open the database: ${reason}`);
  }
  return rows;
}
