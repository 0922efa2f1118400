import { execFile } from 'node:child_process';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './embedded-binaries.ts';
import { EmbeddedPostgresError } from './embedded-error.ts';
import type { ServerAccount } from './server-account.ts';

const run = promisify(execFile);
const major = '18';

export interface ClusterOptions {
  binaries: Binaries;
  account: ServerAccount;
  clusterDir: string;
  password: string;
}

export async function isCluster(clusterDir: string): Promise<boolean> {
  return (await readVersion(clusterDir)) !== undefined;
}

export async function refuseOtherMajor(clusterDir: string): Promise<void> {
  const version = await readVersion(clusterDir);
  if (version !== major) {
    throw new EmbeddedPostgresError(
      `${clusterDir} holds data of PostgreSQL ${version}, this portal brings PostgreSQL ${major}. Dump it with its own version and load it again.`,
    );
  }
}

/** Makes a new cluster. It appears under its name only when complete: a start that was cut off leaves nothing half-made. */
export async function createCluster({
  binaries,
  account,
  clusterDir,
  password,
}: ClusterOptions): Promise<void> {
  const draft = `${clusterDir}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const passwordFile = path.join(draft, 'password');
  const dataDir = path.join(draft, 'data');
  await mkdir(dataDir, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account !== undefined) {
    for (const entry of [draft, dataDir, passwordFile]) await chown(entry, account.uid, account.gid);
  }
  const flags = [
    `--pgdata=${dataDir}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Built into PostgreSQL: the same order of texts on every machine, whatever its C library.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
  ];
  await run(binaries.initdb, flags, { ...account, cwd: draft });
  await rename(dataDir, clusterDir);
  await rm(draft, { recursive: true, force: true });
}

async function readVersion(clusterDir: string): Promise<string | undefined> {
  try {
    return (await readFile(path.join(clusterDir, 'PG_VERSION'), 'utf8')).trim();
  } catch {
    return undefined;
  }
}
