import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { type EmbeddedPostgres, startEmbedded } from '../database/embedded/embedded.ts';
import { joinUsers } from '../database/embedded/server-users.ts';
import { createBackup } from './create-backup.ts';
import { restoreBackup } from './restore-backup.ts';

// Creating a database takes minutes on a busy machine.
jest.setTimeout(300_000);

let folder = '';
let dataDir = '';
let backup = '';
const settings = { fsync: 'off', shared_buffers: '16MB' };
const archive = 'base.tar.zst';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-beside-'));
  // Under root the server runs as another user, who needs access.
  await chmod(folder, 0o755);
  dataDir = path.join(folder, 'data');
  const server = await start();
  ({ folder: backup } = await createBackup(server.superuserUrl, path.join(folder, 'backups')));
  await server.stop();
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

const start = (share = false): Promise<EmbeddedPostgres> => startEmbedded({ dataDir, share, settings });
const restore = (from = backup) => restoreBackup({ backup: from, dataDir, replace: true });
const restoresOf = (root: string) => readdir(path.join(root, 'postgres.restoring')).catch(() => []);

/** A copy of the backup whose archive arrives when `send` is called: until then a restore of it waits. */
async function slowBackup() {
  const copy = await mkdtemp(path.join(folder, 'slow-'));
  await copyFile(path.join(backup, 'backup_manifest'), path.join(copy, 'backup_manifest'));
  const pipe = path.join(copy, archive);
  execFileSync('mkfifo', [pipe]);
  return { copy, send: async () => writeFile(pipe, await readFile(path.join(backup, archive))) };
}

async function whenRestoring(): Promise<void> {
  while ((await restoresOf(dataDir)).length === 0) await sleep(20);
}

test('while a restore runs, neither the portal nor a command starts the server, and no second restore begins', async () => {
  const { copy, send } = await slowBackup();
  const restoring = restore(copy);
  restoring.catch(() => undefined);
  try {
    await whenRestoring();
    await expect(start()).rejects.toThrow(/^A restore runs on .*\. Try again when it has ended\.$/);
    await expect(start(true)).rejects.toThrow('A restore runs on');
    await expect(restore()).rejects.toThrow('Another restore runs on');
    expect(existsSync(path.join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
  } finally {
    await send();
  }
  expect((await restoring).replaced).toBeDefined();
  const server = await start();
  await server.stop();
  expect(existsSync(path.join(dataDir, 'postgres.restoring'))).toBe(false);
});

test('a restore refuses a user who has not started the server yet', async () => {
  const user = joinUsers(dataDir);
  const before = await readdir(dataDir);
  try {
    await expect(restore()).rejects.toThrow('is in use. Stop the portal first');
    expect(await readdir(dataDir)).toEqual(before);
  } finally {
    user.leave();
  }
});

test('a killed restore keeps nobody away, and the next one cleans up', async () => {
  const { copy } = await slowBackup();
  const args = [path.join(import.meta.dirname, 'restore.ts'), '--replace', copy];
  const env = { PATH: process.env.PATH, PORTAL_ENV: 'test', DATA_DIR: dataDir };
  const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
  const ended = once(child, 'close');
  await Promise.race([whenRestoring(), ended]);
  child.kill('SIGKILL');
  await ended;
  const left = await restoresOf(dataDir);
  expect(left).toHaveLength(1);
  // As if another process had its id now.
  await mkdir(path.join(dataDir, 'postgres.restoring', `${process.pid}-0-aaaaaaaa`));

  await (await start()).stop();
  await restore();
  expect(await restoresOf(dataDir)).toEqual([]);
  await (await start()).stop();
});

test('no empty database is created where a restore was killed before there was one', async () => {
  const fresh = path.join(folder, 'fresh');
  await mkdir(path.join(fresh, 'postgres.restoring', '999999999-1-aaaaaaaa'), { recursive: true });
  await expect(startEmbedded({ dataDir: fresh, settings })).rejects.toThrow('was interrupted. Repeat it');
  expect(existsSync(path.join(fresh, 'postgres'))).toBe(false);
});
