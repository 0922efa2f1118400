import fs, { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { directoryStore } from './directory-store.ts';
import { StoreError } from './release-store.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portal-store-'));
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

/** As the system says it: without the file. */
const full = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
const named = () =>
  new StoreError(`The disk of ${folder} is full. Free some space on it and repeat the command.`);

test('a full disk is named, and no part of a file stays on it', async () => {
  const handle = await open(folder, 'r');
  await handle.close();
  jest.spyOn(Object.getPrototypeOf(handle), 'writeFile').mockRejectedValue(full());
  const store = directoryStore(folder);
  await expect(store.write('composition.json', Buffer.from('1'))).rejects.toEqual(named());
  await expect(store.swap('composition.json', Buffer.from('1'), null)).rejects.toEqual(named());
  expect(readdirSync(folder)).toEqual([]);
});

test('a full disk is named when it has no place for the lock', async () => {
  jest.spyOn(fs, 'writeFileSync').mockImplementation((file) => {
    fs.closeSync(fs.openSync(String(file), 'w'));
    throw full();
  });
  await expect(directoryStore(folder).exclusively(async () => undefined)).rejects.toEqual(named());
  expect(readdirSync(folder)).toEqual([]);
});
