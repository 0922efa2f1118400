import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { chmod, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { OperatorError } from '../../errors/operator-error.ts';

const run = promisify(execFile);

/** The account that runs the server; undefined keeps the current one. PostgreSQL refuses to run as root. */
export type ServerAccount = { uid: number; gid: number } | undefined;

/** Finds the account and checks that it can reach the programs and the data. Throws OperatorError if it cannot. */
export async function serverAccount(program: string, dataDir: string): Promise<ServerAccount> {
  await makeExecutable(program);
  await makeExecutable(path.join(path.dirname(program), 'initdb'));
  if (process.getuid?.() !== 0) return undefined;
  const account = await unprivilegedAccount();
  const closed =
    (await firstClosedFolder(program)) ?? (await firstClosedFolder(path.join(dataDir, 'postgres')));
  if (closed !== undefined) {
    throw new OperatorError(
      `PostgreSQL does not run as root, and the account "${account.name}" cannot enter ${closed}. ` +
        'Start the portal as an ordinary user, move the checkout out of the closed folder, or set DATABASE_URL.',
    );
  }
  await run(program, ['--version'], { uid: account.uid, gid: account.gid });
  return { uid: account.uid, gid: account.gid };
}

async function unprivilegedAccount(): Promise<{ name: string; uid: number; gid: number }> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const fields = lines.find(([account]) => account === name);
    const [uid, gid] = [Number(fields?.[2]), Number(fields?.[3])];
    if (uid > 0 && gid > 0) return { name, uid, gid };
  }
  throw new OperatorError(
    'PostgreSQL does not run as root, and this machine has no account "postgres" or "nobody". Set DATABASE_URL.',
  );
}

/** Returns the first folder above `file` that other accounts may not enter. */
async function firstClosedFolder(file: string): Promise<string | undefined> {
  const folders: string[] = [];
  for (let folder = path.dirname(file); !folders.includes(folder); folder = path.dirname(folder))
    folders.unshift(folder);
  for (const folder of folders) {
    if (((await stat(folder)).mode & constants.S_IXOTH) === 0) return folder;
  }
  return undefined;
}

async function makeExecutable(program: string): Promise<void> {
  const mode = (await stat(program)).mode;
  if ((mode & 0o555) !== 0o555) await chmod(program, mode | 0o555);
}
