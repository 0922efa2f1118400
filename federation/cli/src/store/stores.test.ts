import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { credentials, type S3Server, startS3Server } from '../testing/s3-server.fixtures.ts';
import { withLock } from './directory-lock.ts';
import { directoryStore } from './directory-store.ts';
import { type ReleaseStore, StoreConflict, StoreError } from './release-store.ts';
import { s3Store } from './s3-store.ts';

let folder = '';
let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portal-store-'));
  server.objects.clear();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const s3 = (settings: Partial<Parameters<typeof s3Store>[0]> = {}) =>
  s3Store({
    endpoint: server.endpoint,
    region: 'eu-north-1',
    bucket: 'bucket',
    prefix: 'portal/',
    ...credentials,
    ...settings,
  });

describe.each([
  ['a folder', () => directoryStore(folder)],
  ['S3 storage', () => s3()],
])('%s', (_name, open: () => ReleaseStore) => {
  const bytes = (text: string) => Buffer.from(text);

  test('returns what was written, and undefined for a missing file', async () => {
    const store = open();
    await store.write('remotes/a/0.1.0/locales/en/a & b.json', bytes('{}'));
    expect((await store.read('remotes/a/0.1.0/locales/en/a & b.json'))?.content.toString()).toBe('{}');
    expect(await store.read('remotes/a/none.js')).toBeUndefined();
  });

  test('creates a file once', async () => {
    const store = open();
    await store.create('compositions/1.json', bytes('one'));
    await expect(store.create('compositions/1.json', bytes('two'))).rejects.toThrow(StoreConflict);
    expect((await store.read('compositions/1.json'))?.content.toString()).toBe('one');
  });

  test('swaps only the version that was read', async () => {
    const store = open();
    await store.swap('composition.json', bytes('one'), null);
    const { tag } = (await store.read('composition.json'))!;
    await store.swap('composition.json', bytes('two'), tag);
    await expect(store.swap('composition.json', bytes('three'), tag)).rejects.toThrow(StoreConflict);
    await expect(store.swap('composition.json', bytes('three'), null)).rejects.toThrow(StoreConflict);
    expect((await store.read('composition.json'))?.content.toString()).toBe('two');
  });

  test('lets one of many writers win', async () => {
    const store = open();
    await store.swap('composition.json', bytes('0'), null);
    const { tag } = (await store.read('composition.json'))!;
    const attempts = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        store.exclusively(() => store.swap('composition.json', bytes(`writer ${index}`), tag)),
      ),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('lists all files below a prefix, without removed ones', async () => {
    const store = open();
    const names = ['host/1/a.js', 'host/1/b/c.js', 'host/1/d & e.js', 'host/10/a.js', 'host/2/a.js'];
    for (const name of [...names, 'remotes/a/1/a.js']) await store.write(name, bytes(name));
    expect((await store.list('host/')).map(({ path: name }) => name)).toEqual(names);
    expect((await store.list('host/1/')).map(({ size }) => size)).toEqual([11, 13, 15]);
    await store.remove('host/1/a.js');
    await store.remove('host/1/a.js');
    expect(await store.list('host/1/a')).toEqual([]);
    expect(await store.list('nowhere/')).toEqual([]);
  });
});

describe('S3 storage', () => {
  test('receives a signature over the whole request', async () => {
    await expect(s3({ secretAccessKey: 'wrong' }).read('a')).rejects.toThrow('SignatureDoesNotMatch');
    await expect(s3({ accessKeyId: 'other' }).write('a', Buffer.from('x'))).rejects.toThrow(StoreError);
  });

  test('recognizes a successful write whose response was lost', async () => {
    const store = s3();
    await store.create('compositions/0.json', Buffer.from('zero'));
    server.loseAnswers(1);
    await store.create('compositions/1.json', Buffer.from('one'));
    server.loseAnswers(1);
    const tag = (await store.read('compositions/1.json'))!.tag;
    await store.swap('compositions/1.json', Buffer.from('two'), tag);
    expect((await store.read('compositions/1.json'))?.content.toString()).toBe('two');
  });

  test('is refused when it ignores conditional writes', async () => {
    server.isConditional = false;
    await expect(s3().create('compositions/1.json', Buffer.from('one'))).rejects.toThrow(
      'ignores conditional writes',
    );
    server.isConditional = true;
    expect(server.objects.has('portal/compositions/1.json')).toBe(false);
  });

  test('reports that it cannot be reached', async () => {
    await expect(s3({ endpoint: 'http://127.0.0.1:1' }).read('a')).rejects.toThrow('cannot be reached');
  });
});

describe('the lock of a folder', () => {
  const file = () => path.join(folder, 'composition.lock');
  const held = (owner: object) =>
    writeFileSync(file(), JSON.stringify({ since: 'now', host: hostname(), ...owner }));

  test('is taken over from a process that has ended', async () => {
    held({ pid: 2 ** 22 + 1 });
    await expect(withLock(file(), async () => 'done')).resolves.toBe('done');
  });

  test('is taken over from a process whose id another process has now', async () => {
    held({ pid: process.ppid, started: '1' });
    await expect(withLock(file(), async () => 'done', { patience: 100 })).resolves.toBe('done');
  });

  test.each([
    ['a process that runs', { pid: process.ppid }],
    ['another machine', { pid: 1, host: 'elsewhere' }],
  ])('is taken over from %s when it is no longer renewed', async (_who, owner) => {
    held(owner);
    await expect(withLock(file(), async () => 'done', { lease: 200 })).resolves.toBe('done');
  });

  test.each([
    [
      'which has ended',
      { pid: 2 ** 22 + 1, since: new Date(Date.now() - 90_000).toISOString() },
      /\((?:9\d|1\d\d) s old\)/,
    ],
    [
      'which no longer renewed it',
      { pid: 77, host: 'elsewhere' },
      /\(of unknown age\) of process 77 on elsewhere/,
    ],
  ])('reports from whom it is taken over: a process %s', async (why, owner, whose) => {
    held(owner);
    const lines: string[] = [];
    const onTakenOver = (text: string) => void lines.push(text);
    await withLock(file(), async () => undefined, { lease: 200, onTakenOver });
    expect(lines).toEqual([expect.stringMatching(whose)]);
    expect(lines[0]).toContain(why);
  });

  test('is renewed while its holder works longer than the lease', async () => {
    // Long enough that a busy machine renews it in time.
    const times = { lease: 1_500, patience: 2_000 };
    const end = Promise.withResolvers<void>();
    let isWorking = true;
    const first = withLock(
      file(),
      async () => {
        await end.promise;
        isWorking = false;
      },
      times,
    );
    await expect(withLock(file(), async () => isWorking, times)).rejects.toThrow(StoreConflict);
    end.resolve();
    await first;
    await expect(withLock(file(), async () => isWorking, times)).resolves.toBe(false);
  });

  test('a writer that lost it makes nothing live', async () => {
    const store = directoryStore(folder);
    await store.write('composition.json', Buffer.from('0'));
    const { tag } = (await store.read('composition.json'))!;
    const suspended = store.exclusively(async () => {
      held({ pid: process.ppid });
      await store.swap('composition.json', Buffer.from('1'), tag);
    });
    await expect(suspended).rejects.toThrow('has taken the lock');
    expect((await store.read('composition.json'))?.content.toString()).toBe('0');
    // The other writer's lock stays.
    expect(existsSync(file())).toBe(true);
  });

  test.each([
    ['a living process', () => held({ pid: process.ppid })],
    ['another machine', () => held({ pid: 1, host: 'elsewhere' })],
  ])('is respected while %s holds it', async (_who, hold) => {
    hold();
    await expect(withLock(file(), async () => 'done', { patience: 100 })).rejects.toThrow(StoreConflict);
  });

  test('lets one writer work at a time', async () => {
    let working = 0;
    await Promise.all(
      Array.from({ length: 6 }, () =>
        withLock(file(), async () => {
          working += 1;
          expect(working).toBe(1);
          await new Promise((resolve) => setTimeout(resolve, 5));
          working -= 1;
        }),
      ),
    );
  });
});
