import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mirrorRounds } from './compose/mirror-store.ts';
import { directoryStore } from './store/directory-store.ts';
import { openStore } from './store/open-store.ts';
import { startPortalProcess } from './testing/kill.fixtures.ts';
import { credentials, type S3Server, startS3Server } from './testing/s3-server.fixtures.ts';
import { type ScratchPortal, scratchPortal } from './testing/scratch-portal.fixtures.ts';

let server: S3Server;
let scratch: ScratchPortal;
let folder: string;
const run = (line: string) => scratch.portal(line);
const entry = 'remotes/voicing/0.1.0-aaaaaaa1/entry.js';
const at = (name: string) => path.join(folder, name);

beforeEach(async () => {
  server = await startS3Server();
  scratch = scratchPortal({
    PORTAL_STORE: 's3://bucket/portal',
    S3_ENDPOINT: server.endpoint,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  });
  folder = path.join(scratch.folder, 'served');
  await run('keys create');
  await scratch.publish('host', 1);
  await scratch.publish('voicing', 1);
  await run('deploy host@latest voicing@latest --reason first');
});
afterEach(async () => {
  scratch.remove();
  await server.close();
});

async function deployNext(): Promise<void> {
  await scratch.publish('voicing', 2);
  await run('deploy voicing@latest --reason next');
}

test('copies no file that the release does not list', async () => {
  await run(`mirror --store s3://bucket/portal --to ${at('store')}`);
  const release = path.dirname(at(`store/${entry}`));
  const planted = ['evil.html', 'evil.js.br', 'locales/evil.json', 'entry.js.map'];
  mkdirSync(path.join(release, 'locales'), { recursive: true });
  for (const name of planted) writeFileSync(path.join(release, name), 'steal()');
  expect((await run(`mirror --store ${at('store')} --to ${at('copy')}`)).code).toBe(0);
  const copied = readdirSync(path.dirname(at(`copy/${entry}`)), { recursive: true });
  expect(copied).toEqual(expect.arrayContaining(['entry.js', 'release.json', 'publication.json']));
  for (const name of planted) expect(copied).not.toContain(name);
});

describe('a mirror that runs continuously', () => {
  const rounds = async (checkEvery: number) => {
    const { publicKey } = await scratch.json<{ publicKey: string }>('keys show');
    const from = openStore('s3://bucket/portal', scratch.environment);
    const round = mirrorRounds({ from, to: directoryStore(folder), publicKey, checkEvery });
    return async () => {
      server.requests.length = 0;
      const mirrored = await round();
      return { mirrored, requests: [...server.requests] };
    };
  };

  test('reads only composition.json while nothing has changed', async () => {
    const round = await rounds(60_000);
    expect((await round()).mirrored).toMatchObject({ number: 1, isChanged: true });
    for (let times = 0; times < 3; times += 1)
      expect(await round()).toEqual({
        mirrored: undefined,
        requests: ['GET /bucket/portal/composition.json'],
      });
    await deployNext();
    expect((await round()).mirrored).toMatchObject({ number: 2, isChanged: true });
    expect((await round()).requests).toHaveLength(1);
  });

  test('replaces a damaged or missing file at the next check', async () => {
    const round = await rounds(0);
    await round();
    writeFileSync(at(entry), 'steal()');
    rmSync(at('host/0.1.0-aaaaaaa1/main.js'));
    expect((await round()).mirrored).toMatchObject({ copied: 2, isChanged: true });
    expect(readFileSync(at(entry), 'utf8')).toBe('voicing 0.1.0-aaaaaaa1');
    expect((await round()).mirrored).toMatchObject({ copied: 0, isChanged: false });
  });

  test.each([
    ['damaged', () => appendFileSync(at('composition.json'), '{')],
    ['missing', () => rmSync(at('composition.json'))],
  ])("replaces the folder's composition.json in the next round when it is %s", async (_state, damage) => {
    const round = await rounds(60_000);
    await round();
    damage();
    expect((await round()).mirrored).toMatchObject({ number: 1, isChanged: true });
    expect(await run(`verify --store ${folder}`)).toMatchObject({ code: 0 });
  });

  test('tries again in the next round after a change that it refuses', async () => {
    const round = await rounds(60_000);
    await round();
    await deployNext();
    const object = 'portal/remotes/voicing/0.1.0-aaaaaaa2/entry.js';
    const content = server.objects.get(object)!;
    server.objects.set(object, Buffer.from('steal()'));
    for (let times = 0; times < 2; times += 1)
      await expect(round()).rejects.toThrow('entry.js is not what was published');
    server.objects.set(object, content);
    expect((await round()).mirrored).toMatchObject({ number: 2, isChanged: true });
  });

  test('is a process that follows the store and repairs the folder', async () => {
    const mirror = startPortalProcess(
      ['mirror', '--to', folder, '--interval', '1', '--check', '1'],
      scratch.environment,
    );
    try {
      await mirror.printed(`composition 1 is live in ${folder}`);
      writeFileSync(at(entry), 'steal()');
      await mirror.printed('1 files copied');
      expect(readFileSync(at(entry), 'utf8')).toBe('voicing 0.1.0-aaaaaaa1');
      await deployNext();
      await mirror.printed(`composition 2 is live in ${folder}`);
    } finally {
      await mirror.stop();
    }
  });
});

test('fills an emptied store again from the mirror, with its history', async () => {
  await run(`mirror --to ${folder}`);
  await deployNext();
  await run('rollback voicing --reason again');
  await run(`mirror --to ${folder}`);
  server.objects.clear();
  expect((await run('status')).err).toContain('composition 3 has been live');
  expect((await run(`mirror --store ${folder} --to s3://bucket/portal`)).out).toContain(
    'Composition 3 is live',
  );
  expect(await run('verify')).toMatchObject({
    code: 0,
    out: expect.stringContaining('3 changes in an unbroken chain'),
  });
  await scratch.publish('voicing', 3);
  expect(await run('deploy voicing@latest --reason next')).toMatchObject({ code: 0 });
});

test('completes and repairs the history of a folder', async () => {
  await deployNext();
  await run('rollback voicing --reason again');
  await run(`mirror --to ${folder}`);
  rmSync(at('compositions/1.json'));
  cpSync(at('compositions/3.json'), at('compositions/2.json'));
  await run(`mirror --to ${folder}`);
  expect(await run(`history --store ${folder}`)).toMatchObject({ code: 0 });
});

test('a dry run lists what would be copied and repaired, and writes nothing', async () => {
  const line = `mirror --to ${folder}`;
  expect(await run(`${line} --dry-run`)).toMatchObject({
    code: 0,
    out: expect.stringContaining('  copied: composition.json\n'),
  });
  expect(existsSync(folder)).toBe(false);
  await run(line);
  expect((await run(`${line} --dry-run`)).out).toContain('nothing is new or damaged');
  writeFileSync(at(entry), 'steal()');
  rmSync(at('host/0.1.0-aaaaaaa1/main.js'));
  expect(await scratch.json(`${line} --dry-run`)).toMatchObject({
    copied: ['host/0.1.0-aaaaaaa1/main.js'],
    repaired: [entry],
    removed: [],
  });
  expect(readFileSync(at(entry), 'utf8')).toBe('steal()');
  expect(existsSync(at('composition.lock'))).toBe(false);
  expect((await run(`${line} --dry-run --interval 2`)).code).toBe(2);
});

test('a command reports the lock that it takes over', async () => {
  await run(`mirror --to ${folder}`);
  writeFileSync(at('composition.lock'), JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), since: 'now' }));
  expect((await run(`mirror --to ${folder}`)).err).toContain(
    'took over the lock (of unknown age) of process',
  );
});
