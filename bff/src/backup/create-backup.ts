import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import path from 'node:path';
import { constants, createZstdCompress } from 'node:zlib';
import pg from 'pg';

export interface Backup {
  /** The new folder, with `base.tar.zst` and `backup_manifest`. */
  folder: string;
  /** Bytes of the archive. */
  bytes: number;
}

/**
 * Backs up a running server into a new folder below `destination`: all of its databases and roles, as they are when the
 * backup ends. The folder gets its name when the backup is complete.
 */
export async function createBackup(
  superuserUrl: string,
  destination: string,
  now = new Date(),
): Promise<Backup> {
  const name = `portal-${now.toISOString().replace(/[:.]/g, '-')}`;
  const folder = path.join(destination, name);
  const draft = `${folder}.partial`;
  await mkdir(draft, { recursive: true, mode: 0o700 });
  try {
    const archive = path.join(draft, 'base.tar.zst');
    const manifest = await receive(superuserUrl, archive);
    await writeFile(path.join(draft, 'backup_manifest'), manifest, { mode: 0o600, flush: true });
    await synchronize(archive);
    await rename(draft, folder);
    await synchronize(destination);
    return { folder, bytes: (await stat(path.join(folder, 'base.tar.zst'))).size };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** A message of the copy stream, and the connection that it arrived on. */
type CopyData = (message: { chunk: Buffer }, connection: { stream: Socket }) => void;

/** Receives the archive into a file, compressed. Returns the manifest. Cluster-wide, with the write-ahead log that it needs. */
async function receive(superuserUrl: string, file: string): Promise<Buffer> {
  const client = new pg.Client(replicationOptions(superuserUrl));
  await client.connect();
  const compress = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
  });
  const output = createWriteStream(file, { mode: 0o600 });
  const written = once(compress.pipe(output), 'finish');
  const failed = Promise.withResolvers<never>();
  for (const stream of [compress, output]) stream.once('error', failed.reject);
  const manifest: Buffer[] = [];
  let target: 'archive' | 'manifest' = 'archive';
  // Each message begins with its kind: n starts an archive, m the manifest, d is data and p reports progress.
  const handleCopyData: CopyData = ({ chunk }, { stream }) => {
    const kind = String.fromCharCode(chunk[0] ?? 0);
    if (kind === 'n' || kind === 'm') target = kind === 'n' ? 'archive' : 'manifest';
    if (kind !== 'd') return;
    const data = chunk.subarray(1);
    if (target === 'manifest') manifest.push(Buffer.from(data));
    // Messages that were already read arrive while the stream is paused.
    else if (!compress.write(Buffer.from(data)) && !stream.isPaused()) {
      stream.pause();
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
    await Promise.race([promise, failed.promise]);
    compress.end();
    await Promise.race([written, failed.promise]);
    return Buffer.concat(manifest);
  } finally {
    output.destroy();
    await client.end();
  }
}

/** A connection that takes commands of replication instead of SQL. */
function replicationOptions(connectionString: string): pg.ClientConfig & { replication: string } {
  return { connectionString, replication: 'true' };
}

/** Waits until a file or folder is on the disk. */
async function synchronize(file: string): Promise<void> {
  const handle = await open(file, 'r');
  await handle.sync();
  await handle.close();
}
