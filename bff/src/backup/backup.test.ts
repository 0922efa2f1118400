import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFile, chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbedded } from '../database/embedded/embedded.ts';
import { refuseForeignServer } from './backup-commands.ts';
import { type Backup, createBackup } from './create-backup.ts';
import { restoreBackup } from './restore-backup.ts';

let folder = '';
let server: EmbeddedPostgres;
let backup: Backup;
const settings = { fsync: 'off', shared_buffers: '16MB' };

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-backup-'));
  // Under root the server runs as another user, who needs access.
  await chmod(folder, 0o755);
  server = await startEmbedded({ dataDir: dataOf('first'), settings });
  await query(
    server.ownerUrl,
    'create table calls as select number, md5(number::text) from generate_series(1, 5000) number',
  );
  await query(server.ownerUrl, 'grant select on calls to portal_app');
  backup = await createBackup(server.superuserUrl, path.join(folder, 'backups'));
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const dataOf = (name: string) => path.join(folder, name);

async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Copies the backup, so that a test can damage it. */
async function copyOfBackup(name: string): Promise<string> {
  const copy = await mkdtemp(path.join(folder, name));
  for (const file of await readdir(backup.folder))
    await writeFile(path.join(copy, file), await readFile(path.join(backup.folder, file)));
  return copy;
}

test('restores rows, roles and rights into an empty folder, with the passwords of that folder', async () => {
  const { files, replaced } = await restoreBackup({ backup: backup.folder, dataDir: dataOf('second') });
  expect(files).toBeGreaterThan(500);
  expect(replaced).toBeUndefined();
  const restored = await startEmbedded({ dataDir: dataOf('second'), settings });
  try {
    expect(restored.superuserUrl).not.toBe(server.superuserUrl);
    const sum = 'select count(*)::int, md5(string_agg(calls::text, $$,$$ order by number)) from calls';
    expect(await query(restored.ownerUrl, sum)).toEqual(await query(server.ownerUrl, sum));
    const allowed = `select has_table_privilege('portal_app', 'calls', 'select') as read, has_table_privilege('portal_app', 'calls', 'delete') as remove`;
    expect(await query(restored.ownerUrl, allowed)).toEqual([{ read: true, remove: false }]);
  } finally {
    await restored.stop();
  }
});

test('refuses a folder on which a portal runs', async () => {
  const restore = restoreBackup({ backup: backup.folder, dataDir: dataOf('first'), replace: true });
  await expect(restore).rejects.toThrow('is in use. Stop the portal first');
});

test('replaces a database only when it is asked to, and then renames it', async () => {
  const dataDir = dataOf('third');
  const other = await startEmbedded({ dataDir, settings });
  await query(other.ownerUrl, 'create table only_here (id int)');
  await other.stop();
  const before = await readdir(path.join(dataDir, 'postgres'));
  await expect(restoreBackup({ backup: backup.folder, dataDir })).rejects.toThrow('already holds a database');
  const account = jest.spyOn(process as Required<NodeJS.Process>, 'getuid').mockReturnValue(4_711);
  await expect(restoreBackup({ backup: backup.folder, dataDir, replace: true })).rejects.toThrow(
    /belongs to the account with the id \d+, not to 4711/,
  );
  account.mockRestore();
  expect(await readdir(path.join(dataDir, 'postgres'))).toEqual(before);

  const { replaced } = await restoreBackup({ backup: backup.folder, dataDir, replace: true });
  expect(await readdir(replaced ?? '')).toEqual(before);
  const restored = await startEmbedded({ dataDir, settings });
  const tables = await query(
    restored.ownerUrl,
    `select to_regclass('calls')::text as calls, to_regclass('only_here') as other`,
  );
  await restored.stop();
  expect(tables).toEqual([{ calls: 'calls', other: null }]);
});

const damages: [what: string, damage: (copy: string) => Promise<void>][] = [
  [
    'a changed byte in the archive',
    async (copy) => {
      const file = path.join(copy, 'base.tar.zst');
      const bytes = await readFile(file);
      const at = Math.floor(bytes.length / 2);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      await writeFile(file, bytes);
    },
  ],
  [
    'an archive that was cut off',
    async (copy) => {
      const bytes = await readFile(path.join(copy, 'base.tar.zst'));
      await writeFile(path.join(copy, 'base.tar.zst'), bytes.subarray(0, bytes.length - 9_000));
    },
  ],
  [
    'a manifest of other files',
    async (copy) => {
      const file = path.join(copy, 'backup_manifest');
      await writeFile(file, (await readFile(file, 'utf8')).replace('"Size": 3', '"Size": 4'));
    },
  ],
  [
    'a file that replaces a compared one under another name',
    async (copy) => {
      const file = path.join(copy, 'base.tar.zst');
      const archive = zstdDecompressSync(await readFile(file));
      const entry = tarEntry('pg_wal/../postgresql.auto.conf', "archive_command = 'false'\n");
      await writeFile(file, zstdCompressSync(Buffer.concat([entry, archive])));
    },
  ],
  ['a missing manifest', (copy) => rm(path.join(copy, 'backup_manifest'))],
  ['a manifest with an addition', (copy) => appendFile(path.join(copy, 'backup_manifest'), '{}')],
];

/** A file as a tar archive contains it, in blocks of 512 bytes. */
function tarEntry(name: string, content: string): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write('0000600\0', 100);
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124);
  header.fill(' ', 148, 156);
  header.write('0', 156);
  header.write('ustar\0', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, Buffer.from(content.padEnd(512, '\0'))]);
}

test.each(damages)('refuses %s and leaves no database', async (_what, damage) => {
  const copy = await copyOfBackup('damaged-');
  await damage(copy);
  const dataDir = await mkdtemp(path.join(folder, 'target-'));
  await expect(restoreBackup({ backup: copy, dataDir })).rejects.toThrow('cannot be restored');
  expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres'))).toEqual(['postgres.lock']);
});

test('leaves no folder when the backup fails', async () => {
  const destination = await mkdtemp(path.join(folder, 'failed-'));
  const wrong = server.superuserUrl.replace(/:[^:@]+@/, ':wrong@');
  await expect(createBackup(wrong, destination)).rejects.toThrow('password');
  expect(await readdir(destination)).toEqual([]);
});

test('a backup that the server refuses, for example because its disk is full, ends with a sentence', async () => {
  const free = `select current_setting('max_replication_slots')::int as slots`;
  const [{ slots }] = await query(server.superuserUrl, free);
  const each = `from generate_series(1, ${slots}) number`;
  await query(server.superuserUrl, `select pg_create_physical_replication_slot('used_' || number) ${each}`);
  try {
    const made = createBackup(server.superuserUrl, await mkdtemp(path.join(folder, 'refused-')));
    await expect(made).rejects.toThrow(
      'No backup was made: PostgreSQL reports "all replication slots are in use".',
    );
  } finally {
    await query(server.superuserUrl, `select pg_drop_replication_slot('used_' || number) ${each}`);
  }
});

test('keeps the write-ahead log that a slow backup needs, whatever the server writes in the meantime', async () => {
  const destination = await mkdtemp(path.join(folder, 'slow-'));
  const connection = await slowConnection(new URL(server.superuserUrl));
  try {
    const made = createBackup(connection.url, destination);
    made.catch(() => undefined);
    await connection.paused;
    // Each checkpoint may delete the segments before it.
    for (let segment = 0; segment < 6; segment += 1)
      await query(
        server.superuserUrl,
        `select pg_logical_emit_message(false, 'x', 'x'); select pg_switch_wal(); checkpoint`,
      );
    connection.resume();
    await restoreBackup({ backup: (await made).folder, dataDir: dataOf('slow') });
  } finally {
    connection.close();
  }
});

/** A way to the server on which a backup stops in its middle until `resume` is called. */
async function slowConnection(url: URL) {
  const paused = Promise.withResolvers<void>();
  const resumed = Promise.withResolvers<void>();
  const relay = await relayTo(url, (near, far) => {
    near.pipe(far);
    let bytes = 0;
    far.on('data', (chunk) => {
      near.write(chunk);
      bytes += chunk.length;
      if (bytes < 1_000_000) return;
      far.pause();
      paused.resolve();
      void resumed.promise.then(() => far.resume());
    });
  });
  return { ...relay, paused: paused.promise, resume: resumed.resolve };
}

/** A way to the server whose connections `join` connects. */
async function relayTo(url: URL, join: (near: Socket, far: Socket) => void) {
  const relay = createServer((near) => {
    const far = connect(Number(url.port), url.hostname);
    join(near, far);
    far.on('close', () => near.destroy());
    near.on('close', () => far.destroy());
    for (const socket of [near, far]) socket.on('error', () => undefined);
  });
  await new Promise<void>((listening) => relay.listen(0, '127.0.0.1', listening));
  const address = relay.address();
  if (address === null || typeof address === 'string') throw new Error('the relay has no port');
  const through = new URL(url);
  through.host = `127.0.0.1:${address.port}`;
  const close = () => void relay.close();
  return { url: through.href, close, [Symbol.dispose]: close };
}

/** Longer than what a stream takes without asking its source to pause. */
const data = serverMessage('d', 'd', randomBytes(100_000));
const refusal = serverMessage('E', 'SERROR\0C42501\0MPermission denied\0\0');

test('ends with a sentence when the server refuses while the connection is paused', async () => {
  using relay = await answerBackups((near) => {
    near.write(data.subarray(0, -1));
    // The end of the data arrives with the error, and the rest of the answer when the connection is already paused.
    setImmediate(() => near.write(Buffer.concat([data.subarray(-1), refusal])));
    near.once('data', () => near.write(serverMessage('Z', 'I')));
  });
  const made = createBackup(relay.url, await mkdtemp(path.join(folder, 'refused-')));
  await expect(made).rejects.toThrow('No backup was made: PostgreSQL reports "Permission denied".');
});

test('a lost connection is not taken for a disk that refuses', async () => {
  using relay = await answerBackups((near) => near.write(data, () => near.resetAndDestroy()));
  const destination = await mkdtemp(path.join(folder, 'lost-'));
  await expect(createBackup(relay.url, destination)).rejects.toThrow(/^read ECONNRESET$/);
  expect(await readdir(destination)).toEqual([]);
});

/** A way to the server on which `answer` responds to the command of a backup. */
function answerBackups(answer: (near: Socket) => void) {
  return relayTo(new URL(server.superuserUrl), (near, far) => {
    far.pipe(near);
    near.on('data', (chunk) => {
      if (chunk.includes('BASE_BACKUP')) answer(near);
      else far.write(chunk);
    });
  });
}

/** A message of PostgreSQL: its type, its length and its content. */
function serverMessage(type: string, ...content: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(content.map((part) => Buffer.from(part)));
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

test('a place where no folder can be made ends the backup with a sentence', async () => {
  await expect(createBackup(server.superuserUrl, '/proc/backups/portal')).rejects.toThrow(
    'No backup was made: /proc/backups/portal cannot be written',
  );
});

test('a disk that refuses ends the backup with a sentence, and nothing is left on it', async () => {
  const destination = await mkdtemp(path.join(folder, 'full-'));
  // In blocks of 512 bytes: less than the archive has.
  const limited = ['-c', 'ulimit -f 500; exec "$0" "$@"', process.execPath];
  const args = [...limited, path.join(import.meta.dirname, 'backup.ts'), destination];
  const env = { ...process.env, DATA_DIR: dataOf('first'), NODE_OPTIONS: '' };
  const { code, stderr } = await promisify(execFile)('sh', args, { env }).catch((error) => error);
  expect(stderr).toMatch(/^No backup was made: \S+ cannot be written \(EFBIG: .*\)\.\n$/);
  expect(code).toBe(1);
  expect(await readdir(destination)).toEqual([]);
});

test('removes the drafts of killed backups, but not those of running ones or of other servers', async () => {
  const destination = await mkdtemp(path.join(folder, 'killed-'));
  const [row] = await query(server.superuserUrl, 'select system_identifier from pg_control_system()');
  const own = `.${row.system_identifier}.partial`;
  const drafts = [`portal-killed${own}`, `portal-running${own}`, 'portal-other.123.partial'];
  for (const draft of drafts) {
    await mkdir(path.join(destination, draft));
    await writeFile(path.join(destination, draft, 'base.tar.zst'), 'half');
  }
  const running = new pg.Client({
    ...{ connectionString: server.superuserUrl, application_name: 'portal-running' },
    ...{ replication: 'true' },
  });
  await running.connect();
  try {
    const made = await createBackup(server.superuserUrl, destination);
    const left = ['portal-other.123.partial', `portal-running${own}`, path.basename(made.folder)];
    expect((await readdir(destination)).toSorted()).toEqual(left.toSorted());
  } finally {
    await running.end();
  }
});

test('refuses a server that the portal does not start', () => {
  expect(() => refuseForeignServer({ DATABASE_URL: 'postgres://elsewhere' })).toThrow('tools of its version');
});
