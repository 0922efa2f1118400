import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { copyFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type AcceptedCompositions, type Live, liveComposition } from './live-composition.ts';
import { type ReadReleased, releasedFiles } from './released-files.ts';
import {
  createPortalFolder,
  integrity,
  memoryCompositions,
  type PortalFolder,
  sampleArea,
  sampleCanary,
  sampleComposition,
  sampleHostFiles,
  sampleRelease,
  sampleTemplate,
} from './testing/portal-folder.fixtures.ts';

let acceptedCompositions: AcceptedCompositions;
let folder: PortalFolder;
let faults: unknown[];
let live: () => Promise<Live>;

beforeEach(async () => {
  folder = createPortalFolder();
  acceptedCompositions = memoryCompositions();
  faults = [];
  live = restarted();
  expect(await liveNumber()).toBe(3);
});
afterEach(() => folder.remove());

/** The composition as a process reads it after its start. */
function restarted(
  readReleased: ReadReleased = releasedFiles(folder.path).readReleased,
): () => Promise<Live> {
  return liveComposition({
    portalFolder: folder.path,
    readReleased,
    publicKey: folder.config.signature_public_key,
    acceptedCompositions,
    onFault: (error) => faults.push(error),
  });
}

async function liveNumber(): Promise<number> {
  return (await live()).composition.number;
}

test('returns the signed composition without the change record', async () => {
  const { signed } = await live();
  expect(Object.keys(signed).sort()).toEqual(['key_id', 'payload', 'signature']);
  expect(signed).toMatchObject({ payload: JSON.stringify(sampleComposition) });
});

test('refuses another composition with the number of the live one', async () => {
  folder.publish({ ...sampleComposition, created: '2020-01-01T00:00:00.000Z' });
  expect((await live()).composition.created).toBe(sampleComposition.created);
  expect(String(faults[0])).toContain('another composition 3');
});

test.each([
  ['a pipe', (file: string) => spawnSync('mkfifo', [file])],
  ['a link', (file: string) => symlinkSync(`${file}.aside`, file)],
])('keeps the live composition when there is %s instead of composition.json', async (_kind, make) => {
  const file = path.join(folder.path, 'composition.json');
  copyFileSync(file, `${file}.aside`);
  rmSync(file);
  make(file);
  expect(await liveNumber()).toBe(3);
  expect(String(faults[0])).toContain('not a file');
});

test('serves a new composition immediately', async () => {
  folder.publish({ ...sampleComposition, number: 4 });
  expect(await liveNumber()).toBe(4);
});

const next = { ...sampleComposition, number: 4 };
const active = sampleRelease('0.2.0');
const entryWith = (given: unknown) => ({
  ...next,
  areas: [sampleArea({ active: { ...active, files: { 'entry.js': { size: 4, integrity: given } } } })],
});
const elsewhere = {
  ...next,
  areas: [sampleArea({ active: { ...active, base: 'https://evil.example/a/' } })],
};
const oneMore = { ...next, areas: [sampleArea(), sampleArea({ area: { ...sampleArea().area, id: 'b' } })] };

/** What an attacker who can write the file but has no key can do: change the signed text. */
const changed: [string, (payload: string) => string][] = [
  ['an integrity deleted', (payload) => payload.replace(`,"integrity":"${integrity}"`, '')],
  ['an integrity in hexadecimal', (payload) => payload.replace(integrity, `sha384-${'ab'.repeat(48)}`)],
  ['an empty integrity', (payload) => payload.replace(integrity, '')],
  ['an integrity by md5', (payload) => payload.replace(integrity, 'md5-1B2M2Y8AsgTpgAmY7PhCfg==')],
  ['a number raised', (payload) => payload.replace('"number":4', '"number":5')],
  ['an address elsewhere', () => JSON.stringify(elsewhere)],
  ['an additional area', () => JSON.stringify(oneMore)],
  ['a duplicated key', (payload) => payload.replace('{', '{"number":9,')],
  ['a prototype', (payload) => payload.replace('{', '{"__proto__":{"polluted":true},')],
  ['its end cut off', (payload) => payload.slice(0, -20)],
];

describe('S03: invalid compositions', () => {
  const refused: [string, () => void][] = [
    ...changed.map(([what, change]): [string, () => void] => [
      what,
      () => {
        const signed = folder.sign(next);
        const payload = change(signed.payload);
        expect(payload).not.toBe(signed.payload);
        folder.write('composition.json', JSON.stringify({ ...signed, payload }));
      },
    ]),
    [
      'no signature',
      () => folder.write('composition.json', JSON.stringify({ payload: JSON.stringify(next) })),
    ],
    [
      'another key',
      () => {
        const stranger = createPortalFolder();
        folder.write('composition.json', JSON.stringify(stranger.sign(next)));
        stranger.remove();
      },
    ],
    ['an older number, signed', () => folder.publish({ ...sampleComposition, number: 2 })],
    [
      'a file that is cut off',
      () => folder.write('composition.json', JSON.stringify(folder.sign(next)).slice(0, -9)),
    ],
    ['an empty file', () => folder.write('composition.json', '')],
    ['no file', () => rmSync(path.join(folder.path, 'composition.json'))],
  ];

  test.each(refused)('%s is refused by a running process and by a starting one', async (_what, write) => {
    write();
    expect(await liveNumber()).toBe(3);
    expect(faults).toHaveLength(1);
    live = restarted();
    expect(await liveNumber()).toBe(3);
    expect(faults).toHaveLength(2);
    expect('polluted' in {}).toBe(false);
  });

  test.each([
    ['an integrity deleted', { ...next, host: { ...next.host, files: {} } }],
    ['an integrity in hexadecimal', entryWith(`sha384-${'ab'.repeat(48)}`)],
    ['an empty integrity', entryWith('')],
    ['an integrity by md5', entryWith('md5-1B2M2Y8AsgTpgAmY7PhCfg==')],
    ['an address without a scheme', { ...next, host: { ...next.host, base: '//evil.example/' } }],
    ['a script for an address', { ...next, host: { ...next.host, base: 'javascript:alert(1)//' } }],
    ['an area twice', { ...next, areas: [sampleArea(), sampleArea()] }],
    ['a canary of another area', { ...next, areas: [sampleArea({ canary: foreignCanary() })] }],
    ['an unknown member', { ...next, extra: true }],
  ])('%s is refused even with a valid signature', async (_what, content) => {
    folder.publish(content);
    expect(await liveNumber()).toBe(3);
    expect(faults).toEqual([expect.objectContaining({ reason: 'malformed' })]);
  });
});

function foreignCanary() {
  const canary = sampleCanary(10);
  return { ...canary, area: { ...canary.area, id: 'b' } };
}

test('reads a faulty file once until it changes', async () => {
  folder.write('composition.json', 'nothing');
  for (let times = 0; times < 3; times += 1) expect(await liveNumber()).toBe(3);
  expect(faults).toHaveLength(1);
  folder.write('composition.json', 'nothing either');
  expect(await liveNumber()).toBe(3);
  expect(faults).toHaveLength(2);
});

test.each([
  ['the same file', (file: string) => renameSync(`${file}.aside`, file)],
  ['a new file', () => folder.publish({ ...sampleComposition, number: 4 })],
])('reports the same fault again after a repair with %s', async (_what, repair) => {
  const file = path.join(folder.path, 'composition.json');
  for (const times of [1, 2]) {
    renameSync(file, `${file}.aside`);
    await live();
    expect(faults).toHaveLength(times);
    repair(file);
    await live();
  }
  expect(faults).toHaveLength(2);
});

let seconds = 0;

function useClock(): void {
  beforeEach(() => {
    seconds = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => seconds * 1000);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
}

describe('while composition.json stays the same', () => {
  useClock();

  /** A process that reads composition 4 with a host in this state. */
  function startedWith(write: () => void): void {
    folder.publish({ ...next, host: { ...next.host, base: '/host/0.2.0/' } });
    write();
  }

  test.each([
    ['is missing', () => undefined],
    ['is damaged', () => folder.release('host/0.2.0/', { ...sampleHostFiles, 'index.html': 'damaged' })],
    ['has lost release.json', () => folder.write('host/0.2.0/index.html', sampleTemplate)],
  ])('accepts it within a second after a host that %s was repaired', async (_what, write) => {
    startedWith(write);
    expect(await liveNumber()).toBe(3);
    folder.release('host/0.2.0/', sampleHostFiles);
    seconds = 1;
    expect(await live()).toMatchObject({ composition: { number: 4 }, template: sampleTemplate });
    expect(faults).toHaveLength(1);
  });

  test('reads a refused state once a second', async () => {
    startedWith(() => undefined);
    const read = jest.fn(releasedFiles(folder.path).readReleased);
    live = restarted(read);
    // The accepted composition of the last process, and the one in the file.
    for (let times = 0; times < 20; times += 1) expect(await liveNumber()).toBe(3);
    expect(read).toHaveBeenCalledTimes(2);
    seconds = 1;
    for (let times = 0; times < 20; times += 1) expect(await liveNumber()).toBe(3);
    expect(read).toHaveBeenCalledTimes(3);
    expect(faults).toHaveLength(1);
  });

  test('serves the last accepted composition when its host was repaired after the start', async () => {
    folder.write('composition.json', 'damaged');
    folder.write('host/0.1.0/index.html', 'damaged');
    live = restarted();
    await expect(live()).rejects.toMatchObject({ code: 'maintenance' });
    folder.release('host/0.1.0/', sampleHostFiles);
    seconds = 1;
    expect(await liveNumber()).toBe(3);
  });
});

describe('when files of the live releases are lost', () => {
  useClock();
  beforeEach(async () => {
    folder.publish({
      ...next,
      areas: [sampleArea(), sampleArea({ area: { ...area, id: 'b' }, active: other })],
    });
    expect(await liveNumber()).toBe(4);
  });
  const { area } = sampleArea();
  const other = sampleRelease('0.3.0');

  /** Moves a file or a folder away for a second. */
  async function duringLossOf(name: string, expectation: () => Promise<void>): Promise<void> {
    const lost = path.join(folder.path, name);
    renameSync(lost, `${folder.path}.lost`);
    seconds += 1;
    await expectation();
    renameSync(`${folder.path}.lost`, lost);
    seconds += 1;
  }

  test.each([
    ['the folder', '', 2],
    ['the host', 'host', 1],
    ['all areas', 'remotes', 1],
  ])('is in maintenance within a second without %s, and recovers', async (_what, name, expectedFaults) => {
    await duringLossOf(name, async () => {
      for (let times = 0; times < 3; times += 1) {
        await expect(live()).rejects.toMatchObject({ code: 'maintenance' });
        seconds += 1;
      }
    });
    expect(await liveNumber()).toBe(4);
    expect(faults).toHaveLength(expectedFaults);
    expect(faults.map(String)).toContainEqual(expect.stringContaining('cannot be read'));
  });

  test('serves the other areas without one, and reports it once', async () => {
    await duringLossOf('remotes/a/0.2.0', async () => {
      for (let times = 0; times < 3; times += 1) {
        expect(await liveNumber()).toBe(4);
        seconds += 1;
      }
    });
    expect(faults.map(String)).toEqual([expect.stringContaining('the live releases of a in')]);
  });

  test.each([
    ['host', 'host/0.1.0', { previous_host: { ...sampleComposition.host, base: '/host/0.0.9/' } }],
    ['area', 'remotes/a/0.2.0', { areas: [sampleArea({ previous: other })] }],
  ])('serves pages while they can use the previous %s', async (_unit, name, changes) => {
    folder.release('host/0.0.9/', sampleHostFiles);
    folder.publish({ ...next, number: 5, ...changes });
    expect(await liveNumber()).toBe(5);
    await duringLossOf(name, async () => expect(await liveNumber()).toBe(5));
  });
});

test.each([
  ['its HTML changed', { 'index.html': sampleTemplate.replace('start()', 'evil()') }],
  ['its HTML and its hash changed', { 'index.html': 'evil', 'release.json': '{"files":{}}' }],
])('refuses a host with %s', async (_what, files) => {
  folder.release('host/0.2.0/', { 'index.html': sampleTemplate });
  for (const [name, content] of Object.entries(files)) folder.write(`host/0.2.0/${name}`, content);
  folder.publish({ ...next, host: { ...next.host, base: '/host/0.2.0/' } });
  expect(await liveNumber()).toBe(3);
  expect(faults).toHaveLength(1);
});

test('concurrent requests read the file once', async () => {
  folder.write('composition.json', 'nothing');
  await Promise.all(Array.from({ length: 20 }, live));
  expect(faults).toHaveLength(1);
});

test('keeps the live composition while its file may not be read, and is in maintenance after a restart without it', async () => {
  const file = path.join(folder.path, 'composition.json');
  rmSync(file);
  // The system call fails as for a folder without permission, which the superuser would read.
  symlinkSync(file, file);
  expect(await liveNumber()).toBe(3);
  expect(faults).toHaveLength(1);
  acceptedCompositions = memoryCompositions();
  live = restarted();
  await expect(live()).rejects.toMatchObject({ code: 'maintenance' });
});

test('is in maintenance until a valid composition exists', async () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  folder.config.signature_public_key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  live = restarted();
  await expect(live()).rejects.toMatchObject({ code: 'maintenance' });
});
