import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isNativeError } from 'node:util/types';
import { constants, createZstdCompress } from 'node:zlib';
import pg from 'pg';
import { createFolder } from '../config/data-folder.ts';
import { isDiskFull } from '../database/outage.ts';
import { OperatorError } from '../errors/operator-error.ts';

export interface Backup {
  /** The new folder, with `base.tar.zst` and `backup_manifest`. */
  folder: string;
  /** Bytes of the archive. */
  bytes: number;
}

/**
 * Backs up a running server into a new folder below `destination`: all of its databases and roles, as they are when the
 * backup ends. The folder gets its name when the backup is complete. Removes what killed backups have left there.
 * Throws OperatorError if a disk or the server refuses.
 */
export async function createBackup(
  superuserUrl: string,
  destination: string,
  now = new Date(),
): Promise<Backup> {
  const name = `portal-${now.toISOString().replace(/[:.]/g, '-')}`;
  const folder = path.join(destination, name);
  // Its name is that of a running backup: others leave the draft alone as long as it is connected.
  const client = new pg.Client(replicationOptions(superuserUrl, name));
  // A lost connection also rejects the query.
  client.on('error', () => undefined);
  await client.connect();
  let draft: string | undefined;
  try {
    const ending = await removeLeftovers(superuserUrl, destination);
    draft = `${folder}${ending}`;
    createFolder(draft, 0o700);
    const archive = path.join(draft, 'base.tar.zst');
    await keepLog(client);
    const manifest = await receive(client, archive);
    await writeFile(path.join(draft, 'backup_manifest'), manifest, { mode: 0o600, flush: true });
    await synchronize(archive);
    await rename(draft, folder);
    await synchronize(destination);
    return { folder, bytes: (await stat(path.join(folder, 'base.tar.zst'))).size };
  } catch (error) {
    if (draft !== undefined) await rm(draft, { recursive: true, force: true });
    if (isOfFiles(error))
      throw new OperatorError(`No backup was made: ${destination} cannot be written (${error.message}).`);
    if (error instanceof pg.DatabaseError)
      throw new OperatorError(`No backup was made: ${describeRefusal(error)}`, { cause: error });
    throw error;
  } finally {
    await client.end();
  }
}

function describeRefusal(error: pg.DatabaseError): string {
  return isDiskFull(error)
    ? `the disk of the database is full (${error.message}). Free space, then repeat the command.`
    : `PostgreSQL reports "${error.message}".`;
}

/** Whether the system refused to write: errors of `pg` have no system call, and those of a connection an address or their own code. */
function isOfFiles(error: unknown): error is Error {
  if (!isNativeError(error) || !('syscall' in error) || 'address' in error) return false;
  return !('code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE'));
}

/**
 * Removes the drafts of this server's backups that no longer run. Returns how its drafts end: with the server's identifier,
 * because another portal may use the same folder.
 */
async function removeLeftovers(superuserUrl: string, destination: string): Promise<string> {
  const { identifier, running } = await readServer(superuserUrl);
  const ending = `.${identifier}.partial`;
  const present = existsSync(destination) ? await readdir(destination) : [];
  for (const name of present) {
    if (!name.startsWith('portal-') || !name.endsWith(ending)) continue;
    if (running.includes(name.slice(0, -ending.length))) continue;
    await rm(path.join(destination, name), { recursive: true, force: true });
  }
  return ending;
}

/** The server's identifier, and the names of its running backups. */
async function readServer(superuserUrl: string): Promise<{ identifier: string; running: string[] }> {
  const client = new pg.Client({ connectionString: superuserUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ identifier: string; running: string[] }>(`
      select system_identifier::text as identifier,
        array(select application_name from pg_stat_activity where backend_type = 'walsender') as running
      from pg_control_system()`);
    const [server] = rows;
    if (server === undefined) throw new Error('the server has no identifier');
    return server;
  } finally {
    await client.end();
  }
}

/**
 * Keeps the write-ahead log from now on until the connection ends. Without it, checkpoints delete the log that a slow backup
 * of a busy server needs.
 */
async function keepLog(client: pg.Client): Promise<void> {
  const slot = `portal_backup_${randomUUID().replaceAll('-', '')}`;
  await client.query(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY PHYSICAL RESERVE_WAL`);
}

/** A message of the copy stream, and the connection that it arrived on. */
type CopyData = (message: { chunk: Buffer }, connection: { stream: Socket }) => void;

/** Receives the archive into a file, compressed. Returns the manifest. Cluster-wide, with the write-ahead log that it needs. */
async function receive(client: pg.Client, file: string): Promise<Buffer> {
  const compress = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
  });
  const written = pipeline(compress, createWriteStream(file, { mode: 0o600 }));
  // Of several errors the first one counts.
  written.catch(() => undefined);
  const manifest: Buffer[] = [];
  let target: 'archive' | 'manifest' = 'archive';
  let paused: Socket | undefined;
  // Each message begins with its kind: n starts an archive, m the manifest, d is data and p reports progress.
  const handleCopyData: CopyData = ({ chunk }, { stream }) => {
    const kind = String.fromCharCode(chunk[0] ?? 0);
    if (kind === 'n' || kind === 'm') target = kind === 'n' ? 'archive' : 'manifest';
    if (kind !== 'd' || compress.destroyed) return;
    const data = chunk.subarray(1);
    if (target === 'manifest') manifest.push(Buffer.from(data));
    // Messages that were already read arrive while the stream is paused.
    else if (!compress.write(Buffer.from(data)) && !stream.isPaused()) {
      paused = stream.pause();
      compress.once('drain', () => stream.resume());
    }
  };
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const query = new pg.Query(
    `BASE_BACKUP (LABEL 'portal', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`,
    [],
    (error?: Error | null) => (error ? reject(error) : resolve()),
  );
  try {
    client.query(Object.assign(query, { handleCopyData }));
    await Promise.race([promise, written]);
    compress.end();
    await written;
    return Buffer.concat(manifest);
  } finally {
    compress.destroy();
    // A stream that was ended or destroyed does not drain, and a connection with unread messages does not end.
    paused?.resume();
  }
}

/** A connection that takes commands of replication instead of SQL. */
function replicationOptions(
  connectionString: string,
  application_name: string,
): pg.ClientConfig & { replication: string } {
  return { connectionString, application_name, replication: 'true' };
}

/** Waits until a file or folder is on the disk. */
async function synchronize(file: string): Promise<void> {
  const handle = await open(file, 'r');
  await handle.sync();
  await handle.close();
}
