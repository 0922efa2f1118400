import { existsSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { credentials, type S3Server, startS3Server } from './testing/s3-server.fixtures.ts';
import { type ScratchPortal, scratchPortal } from './testing/scratch-portal.fixtures.ts';

let server: S3Server;
let scratch: ScratchPortal;

beforeEach(async () => {
  server = await startS3Server();
  scratch = scratchPortal({
    PORTAL_STORE: 's3://bucket/portal',
    S3_ENDPOINT: server.endpoint,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  });
  await scratch.portal('keys create');
  await scratch.publish('host', 1);
  await scratch.publish('voicing', 1);
  await scratch.portal('deploy host@latest voicing@latest --reason first');
});
afterEach(async () => {
  scratch.remove();
  await server.close();
});

test('releases, rolls back, verifies and removes releases in S3 storage', async () => {
  for (const digit of [2, 3, 4]) {
    await scratch.publish('voicing', digit);
    await scratch.portal('deploy voicing@latest --reason next');
  }
  expect((await scratch.portal('rollback voicing')).out).toContain('0.1.0-aaaaaaa4 → 0.1.0-aaaaaaa3');
  expect((await scratch.portal('gc --keep 1 --days 0')).out).toContain('Removed 1');
  expect((await scratch.portal('verify')).out).toContain('6 changes in an unbroken chain');
});

test('lets one of two concurrent changes succeed', async () => {
  await scratch.publish('voicing', 2);
  const codes = await Promise.all(
    ['voicing@0.1.0-aaaaaaa2 --percent 5', 'voicing@0.1.0-aaaaaaa2 --percent 7'].map(
      async (canary) => (await scratch.portal(`canary ${canary}`)).code,
    ),
  );
  expect(codes.toSorted()).toEqual([0, 4]);
  expect((await scratch.portal('verify')).code).toBe(0);
  expect((await scratch.portal('promote voicing@0.1.0-aaaaaaa2')).code).toBe(0);
});

test('neither copies nor removes what lies outside the portal, whatever the storage lists', async () => {
  const outside = Buffer.from('foreign');
  const live = server.objects.get('portal/composition.json');
  server.objects.set('portal/remotes/voicing/0.1.0-aaaaaaa1/../../../../outside.txt', outside);
  server.objects.set('outside.txt', outside);
  server.objects.set('portal/remotes/voicing/7.7.7/../../../composition.json', outside);
  expect((await scratch.portal(`mirror --to ${scratch.folder}/a/served`)).code).toBe(0);
  expect(existsSync(`${scratch.folder}/a/outside.txt`)).toBe(false);
  await scratch.portal('gc --keep 1 --days 0');
  expect(server.objects.get('portal/composition.json')).toBe(live);
});

test('mirrors the storage to the folder of a BFF, and leaves the folder unchanged when a file is damaged', async () => {
  const folder = `${scratch.folder}/served`;
  expect((await scratch.portal(`mirror --to ${folder}`)).out).toContain('Composition 1 is live');
  await scratch.publish('voicing', 2);
  await scratch.portal('deploy voicing@latest --reason next');
  for (const file of ['entry.js', 'release.json']) {
    const object = `portal/remotes/voicing/0.1.0-aaaaaaa2/${file}`;
    const content = server.objects.get(object)!;
    server.objects.set(object, Buffer.concat([content, Buffer.from(' ')]));
    expect((await scratch.portal(`mirror --to ${folder}`)).code).toBe(3);
    expect((await scratch.portal(`verify --store ${folder}`)).out).toContain('Composition 1: ');
    server.objects.set(object, content);
  }
  expect((await scratch.portal(`mirror --to ${folder}`)).out).toContain('Composition 2 is live');
  expect(await scratch.portal(`verify --store ${folder}`)).toMatchObject({
    code: 0,
    out: expect.stringContaining('Composition 2: '),
  });
  expect((await scratch.portal(`mirror --to ${folder}`)).out).toContain('Nothing was new');
});

test('restores a release that is deployed during its removal', async () => {
  for (const digit of [2, 3, 4]) await scratch.publish('voicing', digit);
  const [collected, deployed] = await Promise.all([
    scratch.portal('gc --keep 1 --days 0'),
    scratch.portal('deploy voicing@0.1.0-aaaaaaa2 --reason race'),
  ]);
  expect([collected.code, deployed.code]).toContain(0);
  expect(await scratch.portal('verify')).toMatchObject({ code: 0 });
});
