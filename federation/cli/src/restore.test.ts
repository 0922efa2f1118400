import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { credentials, type S3Server, startS3Server } from './testing/s3-server.fixtures.ts';
import { type ScratchPortal, scratchPortal } from './testing/scratch-portal.fixtures.ts';

/** The files of a store as somebody sees them who works on it without the tool. */
interface RawFiles {
  read(name: string): Buffer;
  write(name: string, content: Buffer | string): void;
  remove(name: string): void;
  clear(): void;
}

let scratch: ScratchPortal;
let server: S3Server;
let files: RawFiles;
const run = (line: string) => scratch.portal(line);

function inFolder(): RawFiles {
  scratch = scratchPortal();
  const file = (name: string) => path.join(scratch.folder, 'var/portal', name);
  return {
    read: (name) => readFileSync(file(name)),
    write: (name, content) => writeFileSync(file(name), content),
    remove: (name) => rmSync(file(name)),
    clear: () => rmSync(file('.'), { recursive: true }),
  };
}

function inBucket(): RawFiles {
  scratch = scratchPortal({
    PORTAL_STORE: 's3://bucket/portal',
    S3_ENDPOINT: server.endpoint,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  });
  const { objects } = server;
  return {
    read: (name) => objects.get(`portal/${name}`)!,
    write: (name, content) => objects.set(`portal/${name}`, Buffer.from(content)),
    remove: (name) => objects.delete(`portal/${name}`),
    clear: () => objects.clear(),
  };
}

beforeEach(async () => {
  server = await startS3Server();
});
afterEach(async () => {
  scratch.remove();
  await server.close();
});

describe.each([
  ['a folder', inFolder],
  ['S3 storage', inBucket],
])('restore in %s', (_store, open) => {
  beforeEach(async () => {
    files = open();
    await run('keys create');
    for (const digit of [1, 2]) {
      await scratch.publish('host', digit);
      await scratch.publish('voicing', digit);
      await run('deploy host@latest voicing@latest --reason next');
    }
  });

  const replay = () => files.write('composition.json', files.read('compositions/1.json'));

  test.each([
    ['missing', () => files.remove('composition.json')],
    ['damaged', () => files.write('composition.json', '{')],
    ['empty', () => files.write('composition.json', '')],
    ['replaced by an older one', replay],
  ])('makes the newest composition live again when composition.json is %s', async (_state, damage) => {
    damage();
    expect((await run('deploy voicing@0.1.0-aaaaaaa1 --reason x')).code).toBe(5);
    expect(await run('restore --dry-run')).toMatchObject({
      code: 0,
      out: expect.stringContaining('composition 2 would be live'),
    });
    expect((await run('status')).code).toBe(5);
    expect((await run('restore')).out).toBe('Composition 2 is live again.\n');
    expect((await run('restore')).out).toBe('Composition 2 is live already.\n');
    expect(await run('verify')).toMatchObject({
      code: 0,
      out: expect.stringContaining('2 changes in an unbroken chain'),
    });
    expect((await run('rollback voicing --reason x')).out).toContain('Composition 3 is live');
  });

  test('ignores copies that the key has not signed, or that are another number', async () => {
    const [newest, older] = [files.read('compositions/2.json'), files.read('compositions/1.json')];
    const { payload, ...rest } = JSON.parse(newest.toString());
    const forged = { ...rest, payload: payload.replace('"number":2', '"number":8') };
    files.write('compositions/8.json', JSON.stringify(forged));
    files.write('compositions/9.json', older);
    files.remove('composition.json');
    expect((await run('restore')).out).toBe('Composition 2 is live again.\n');
  });

  test('does not restore an older composition than this machine has seen, unless that is accepted', async () => {
    files.remove('compositions/2.json');
    replay();
    expect(await run('restore')).toMatchObject({
      code: 3,
      err: expect.stringContaining('its copy compositions/2.json is missing'),
    });
    expect((await run('restore --accept-older --dry-run')).code).toBe(0);
    expect((await run('status')).code).toBe(5);
    expect((await run('restore --accept-older')).code).toBe(0);
    expect((await run('status')).out).toContain('Composition 1');
    // Portals that run have accepted composition 2, and refuse another one of that number.
    expect((await run('deploy voicing@0.1.0-aaaaaaa2 --reason x')).out).toContain('Composition 3 is live');
    expect((await run('verify')).code).toBe(0);
  });

  test.each([
    ['missing', () => files.remove('composition.json')],
    ['damaged', () => files.write('composition.json', '{')],
    ['replaced by an older one', replay],
  ])('recommends a mirror when composition.json is %s and its copy is lost', async (_state, damage) => {
    damage();
    files.remove('compositions/2.json');
    for (const command of ['status', 'verify']) {
      const { code, err } = await run(command);
      expect([code, err]).toEqual([5, expect.stringContaining('copy it from a mirror')]);
      expect(err).not.toContain('portal restore');
    }
  });

  test('reports a live release that is missing once, as the store has lost it', async () => {
    files.remove('remotes/voicing/0.1.0-aaaaaaa2/release.json');
    const { code, out } = await run('verify');
    expect(code).toBe(5);
    expect(out).toContain('1 of ');
    expect(out).toContain('release.json is missing, and with it');
    expect(out).not.toContain('portal publish');
  });

  test('leaves a live composition alone whose copy is missing', async () => {
    files.remove('compositions/2.json');
    expect((await run('restore')).out).toBe('Composition 2 is live already.\n');
  });

  test('lets an emptied store begin again when that is accepted', async () => {
    files.clear();
    expect(await run('restore')).toMatchObject({ code: 3, err: expect.stringContaining('--accept-older') });
    expect((await run('restore --accept-older')).code).toBe(0);
    await scratch.publish('host', 2);
    await scratch.publish('voicing', 2);
    const { out } = await run('deploy host@latest voicing@latest --reason again');
    // Portals that run refuse the numbers that they have accepted.
    expect(out).toContain('Composition 3 is live');
    expect((await run('verify')).code).toBe(0);
  });
});

test('needs no signing key', async () => {
  files = inFolder();
  await run('keys create');
  const { publicKey } = await scratch.json<{ publicKey: string }>('keys show');
  await scratch.publish('host', 1);
  await run('deploy host@latest --reason first');
  const key = path.join(scratch.folder, 'var/keys/composition.pem');
  rmSync(key);
  files.remove('composition.json');
  expect((await run(`restore --public-key ${publicKey}`)).code).toBe(0);
  expect(existsSync(key)).toBe(false);
});
