import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { OperatorError } from '../../errors/operator-error.ts';
import type { Binaries } from './cluster.ts';
import { readSuperuserPassword } from './passwords.ts';
import { commandAs, type ServerAccount } from './server-account.ts';

interface PasswordOptions {
  binaries: Binaries;
  account: ServerAccount;
  /** The data folder, whose password the server gets. */
  root: string;
  clusterDir: string;
}

/**
 * Gives a stopped server the superuser's password of this data folder: a restored server has that of the folder which was
 * backed up. Single-user mode listens to nobody and also replays the write-ahead log.
 */
export async function setSuperuserPassword({
  binaries,
  account,
  root,
  clusterDir,
}: PasswordOptions): Promise<void> {
  const password = await readSuperuserPassword(root);
  const { file, args, options } = commandAs(account, binaries.postgres, [
    '--single',
    '-D',
    clusterDir,
    // As the server itself is started.
    '-c',
    'timezone=UTC',
    'postgres',
  ]);
  const child = spawn(file, args, { ...options, cwd: clusterDir, stdio: ['pipe', 'ignore', 'pipe'] });
  child.stdin?.on('error', () => undefined).end(`alter role postgres password '${password}'\n`);
  const [output] = await Promise.all([child.stderr === null ? '' : text(child.stderr), once(child, 'close')]);
  if (child.exitCode !== 0 || /^.*\b(?:ERROR|FATAL|PANIC):/m.test(output)) {
    const reason = /(?:ERROR|FATAL|PANIC):.*/.exec(output)?.[0] ?? `code ${child.exitCode}`;
    throw new OperatorError(`PostgreSQL could not open the database: ${reason}`);
  }
}
