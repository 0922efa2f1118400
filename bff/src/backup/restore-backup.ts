import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chown, mkdir, readFile, realpath, rename } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import {
  isCluster,
  locateBinaries,
  refuseOtherMajor,
  refuseOtherOwner,
} from '../database/embedded/cluster.ts';
import { isRunning } from '../database/embedded/process.ts';
import { beginRestore, refuseRunning } from '../database/embedded/restores.ts';
import { type ServerAccount, serverAccount } from '../database/embedded/server-account.ts';
import { beginNumberSeries, setSuperuserPassword } from '../database/embedded/stopped-server.ts';
import { OperatorError } from '../errors/operator-error.ts';
import { type ManifestFile, readManifest } from './backup-manifest.ts';
import { readTar, type TarEntry } from './read-tar.ts';

interface RestoreOptions {
  /** The folder of a backup. */
  backup: string;
  dataDir: string;
  /** Replaces an existing database, which is renamed. */
  replace?: boolean;
}

export interface Restored {
  files: number;
  bytes: number;
  /** Where the replaced database is; undefined if there was none. */
  replaced: string | undefined;
  /** The letters which numbers contain from now on, because those after the backup are unknown. */
  series: string;
}

/**
 * Restores a backup as the database of a data folder. Every file is compared with the manifest before anything is
 * replaced. The restored database begins a series of numbers. While it works, nobody can start the server. Throws OperatorError
 * if the server is used, or the folder has a database and `replace` is not set, or one of another account.
 */
export async function restoreBackup({ backup, dataDir, replace = false }: RestoreOptions): Promise<Restored> {
  await mkdir(dataDir, { recursive: true });
  const root = await realpath(dataDir);
  const clusterDir = path.join(root, 'postgres');
  const binaries = locateBinaries();
  const account = await serverAccount(binaries.postgres, root);
  const { draft, end } = await beginRestore(root);
  try {
    if (await isRunning(clusterDir)) refuseRunning(root);
    const isThere = await isCluster(clusterDir);
    if (isThere && !replace) {
      throw new OperatorError(
        `${clusterDir} already holds a database. Choose an empty DATA_DIR, or add --replace: the present database is then renamed.`,
      );
    }
    // The restored one belongs to the account that runs this, and the portal could not read it.
    if (isThere) await refuseOtherOwner({ account, clusterDir });
    const counts = await extract(backup, draft, account);
    await refuseOtherMajor(draft);
    const server = { binaries, account, clusterDir: draft };
    await setSuperuserPassword(server, root);
    const series = await beginNumberSeries(server);
    const replaced = isThere
      ? `${clusterDir}.replaced-${new Date().toISOString().replace(/[:.]/g, '-')}`
      : undefined;
    // A user that was killed may have started the server a moment before the first look.
    if (await isRunning(clusterDir)) refuseRunning(root);
    if (replaced !== undefined) await rename(clusterDir, replaced);
    await rename(draft, clusterDir);
    return { ...counts, replaced, series };
  } finally {
    await end();
  }
}

async function extract(backup: string, folder: string, account: ServerAccount) {
  try {
    const manifest = readManifest(await readFile(path.join(backup, 'backup_manifest'), 'utf8'));
    const archive = createReadStream(path.join(backup, 'base.tar.zst')).pipe(createZstdDecompress());
    await createFolder(folder, account);
    let [files, bytes] = [0, 0];
    const missing = new Set(manifest.keys());
    for await (const entry of readTar(archive)) {
      // Such a name could also replace a file that was compared with the manifest under its own name.
      if (/^\/|(?:^|\/)\.\.(?:\/|$)|\/\.\//.test(entry.name))
        throw new Error(`${entry.name} is outside the database`);
      const target = path.join(folder, entry.name);
      if (entry.isFolder) {
        await createFolder(target, account);
        continue;
      }
      await extractFile(entry, target, { expected: manifest.get(entry.name), account });
      missing.delete(entry.name);
      files += 1;
      bytes += entry.size;
    }
    if (missing.size > 0)
      throw new Error(`${missing.size} files are missing, for example ${[...missing][0]}`);
    return { files, bytes };
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new OperatorError(`The backup ${backup} cannot be restored: ${reason}.`);
  }
}

interface Expectation {
  expected: ManifestFile | undefined;
  account: ServerAccount;
}

async function extractFile(
  { name, mode, content }: TarEntry,
  target: string,
  { expected, account }: Expectation,
) {
  const hash = createHash('sha256');
  let size = 0;
  const hashed = async function* () {
    for await (const chunk of content) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  };
  await pipeline(hashed, createWriteStream(target, { mode, flush: true }));
  if (account !== undefined) await chown(target, account.uid, account.gid);
  // The write-ahead log has checksums of its own, which PostgreSQL verifies, and is not in the manifest.
  if (expected === undefined && name.startsWith('pg_wal/')) return;
  if (expected === undefined) throw new Error(`${name} is not in the manifest`);
  if (expected.size !== size || expected.sha256 !== hash.digest('hex')) throw new Error(`${name} is damaged`);
}

async function createFolder(folder: string, account: ServerAccount): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (account !== undefined) await chown(folder, account.uid, account.gid);
}
