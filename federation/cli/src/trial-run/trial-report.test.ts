import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { PNG } from 'pngjs';
import { credentials, startS3Server } from '../testing/s3-server.fixtures.ts';
import { type ScratchPortal, scratchPortal } from '../testing/scratch-portal.fixtures.ts';
import { differenceOf } from './pictures.ts';
import type { RunCandidates } from './trial-run.ts';

/** A picture whose rows from `changed` on are black. */
function picture(changed: number): Buffer {
  const image = new PNG({ width: 4, height: 10 });
  image.data.fill(255);
  for (let row = changed; row < 10; row += 1)
    for (let pixel = 0; pixel < 4; pixel += 1)
      image.data.fill(0, (row * 4 + pixel) * 4, (row * 4 + pixel) * 4 + 3);
  return PNG.sync.write(image);
}

let runs = 0;
/** Each run sees another picture. */
const runOfPictures: RunCandidates = async ({ candidates: [candidate] }) => {
  const [before, after] = [picture(10), picture(7 - runs)];
  runs += 1;
  const { picture: difference, changed } = differenceOf(before, after);
  const release = `${candidate?.unit}@${candidate?.version}`;
  return {
    findings: [],
    pages: [{ path: '/voicing', release, width: 390, before, after, difference, changed }],
  };
};

let portal: ScratchPortal;
let close: () => Promise<void> = async () => undefined;

afterEach(async () => {
  portal.remove();
  await close();
});

async function deploy(settings: Record<string, string> = {}): Promise<void> {
  runs = 0;
  portal = scratchPortal(settings, runOfPictures);
  await portal.portal('keys create');
  await portal.publish('host', 1);
  await portal.publish('voicing', 1);
  await portal.portal('deploy host@latest voicing@latest --no-run --reason first');
  await portal.publish('voicing', 2);
  expect((await portal.portal('deploy voicing@latest --reason next')).code).toBe(0);
}

const folder = () => path.join(portal.folder, 'var/portal/trial-runs');
const stored = (suffix: string) => readdirSync(folder()).filter((name) => name.endsWith(suffix));

test('shows the pages of a change with the share of changed pixels, and writes them as a document', async () => {
  await deploy();
  const { code, out } = await portal.portal('diff');
  expect(code).toBe(0);
  expect(out).toContain('Change 2: 1 pictures');
  expect(out).toMatch(/30\.00 % +390 px +\/voicing +\(voicing@0\.1\.0-aaaaaaa2\)/);
  const document = readFileSync(/Open (.*)/.exec(out)?.[1] ?? '', 'utf8');
  expect(document.match(/<img src="[0-9a-f]{64}\.png"/g)).toHaveLength(3);
  expect((await portal.portal('diff 2')).out).toBe(out);
  expect(await portal.portal('diff 1')).toMatchObject({
    code: 3,
    err: expect.stringContaining('without a trial run'),
  });
});

test('removes no files of others from the folder that it is given', async () => {
  await deploy();
  const own = path.join(portal.folder, 'own');
  for (const _time of ['new', 'again'])
    expect(await portal.portal(`diff --out ${own}`)).toMatchObject({ code: 0 });
  writeFileSync(path.join(own, 'letter.txt'), 'Dear');
  expect(await portal.portal(`diff --out ${own}`)).toMatchObject({
    code: 2,
    err: expect.stringContaining('contains letter.txt: name a folder that is new or empty'),
  });
  expect(readFileSync(path.join(own, 'letter.txt'), 'utf8')).toBe('Dear');
});

test('shows the last run on this machine, which may have been refused or only checked', async () => {
  await deploy();
  await portal.publish('voicing', 3);
  await portal.portal('check voicing@latest');
  expect((await portal.portal('diff --last')).out).toMatch(/40\.00 % .*voicing@0\.1\.0-aaaaaaa3/);
  expect((await portal.portal('diff')).out).toContain('voicing@0.1.0-aaaaaaa2');
});

test.each(['.png', '.json'])('reports a %s file that was exchanged after the change', async (suffix) => {
  await deploy();
  const [name = ''] = stored(suffix);
  writeFileSync(path.join(folder(), name), picture(0));
  expect((await portal.portal('diff')).code).toBe(5);
});

test('removes pictures together with the retention of their composition', async () => {
  await deploy();
  await portal.publish('voicing', 3);
  await portal.portal('deploy voicing@latest --reason later');
  const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000);
  for (const name of readdirSync(folder())) utimesSync(path.join(folder(), name), yesterday, yesterday);
  expect(stored('.json')).toHaveLength(2);
  expect((await portal.portal('gc --keep 1 --days 0')).out).toContain('3 files of trial runs');
  expect(stored('.json')).toHaveLength(1);
  expect((await portal.portal('diff 3')).code).toBe(0);
  expect(await portal.portal('diff 2')).toMatchObject({
    code: 3,
    err: expect.stringContaining('has removed'),
  });
});

test('stores pictures in S3 as well', async () => {
  const server = await startS3Server();
  close = server.close;
  await deploy({
    PORTAL_STORE: 's3://bucket/portal',
    S3_ENDPOINT: server.endpoint,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  });
  expect((await portal.portal('diff')).out).toContain('30.00 %');
  const name = [...server.objects.keys()].find((key) => key.endsWith('.png')) ?? '';
  server.objects.set(name, picture(0));
  expect((await portal.portal('diff')).code).toBe(5);
});
