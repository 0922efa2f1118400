import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type ScratchPortal, scratchPortal } from './testing/scratch-portal.fixtures.ts';

let scratch: ScratchPortal;

beforeEach(async () => {
  scratch = scratchPortal();
  await scratch.portal('keys create');
  for (const unit of ['host', 'voicing']) await scratch.publish(unit, 1);
  await scratch.portal('deploy host@latest voicing@latest --reason first');
});
afterEach(() => scratch.remove());

test.each([
  ['check voicing@latest@0.1.0-aaaaaaa1', 'expected <area>@<version>'],
  ['deploy voicing@latest@latest --reason x --dry-run', 'expected <area>@<version>'],
  ['check voicing@latest voicing@0.1.0-aaaaaaa1', 'expected one version of each area'],
  ['deploy voicing@latest voicing@latest --reason x --dry-run', 'expected one version of each area'],
  ['compose voicing@latest voicing@0.1.0-aaaaaaa1 --no-serve', 'expected one version of each area'],
  ['compose voicing@latest --no-serve --out ""', 'out: expected a value'],
  ['deploy voicing@latest --reason "" --dry-run', 'reason: expected a value'],
  ['deploy voicing@latest --reason x --who " " --dry-run', 'who: expected a value'],
  ['publish voicing --from ""', 'from: expected a value'],
  ['mirror --to ""', 'to: expected a value'],
  ['status --store ""', 'store: expected a value'],
  ['status --key ""', 'key: expected a value'],
  ['status --public-key ""', 'publicKey: expected a value'],
  ['status --public-key garbage', 'expected an ECDSA P-256 public key'],
  ['diff --out ""', 'out: expected a value'],
  ['verify --url ftp://portal', 'expected http(s)://host[:port]'],
  ['deploy voicing@latest --reason x --dry-run --backend ftp://portal', 'expected http(s)://host[:port]'],
  ['failure ABCD2345 --url ftp://portal', 'expected http(s)://host[:port]'],
  ['guard --url ftp://portal --once', 'expected http(s)://host[:port]'],
])('refuses "%s"', async (line, message) => {
  expect(await scratch.portal(line)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
});

test('refuses an empty address of the store in the environment', async () => {
  scratch.environment['PORTAL_STORE'] = '';
  expect(await scratch.portal('status')).toMatchObject({
    code: 2,
    err: 'the address of the store is empty\n',
  });
});

test('status says that the folder of the store does not exist', async () => {
  const store = `${scratch.folder}/unmounted`;
  expect(await scratch.portal(`status --store ${store}`)).toMatchObject({
    code: 3,
    err: expect.stringContaining(`The store ${store} does not exist`),
  });
});

test('status refuses an area that is neither live nor published', async () => {
  expect(await scratch.portal('status nosuch')).toMatchObject({
    code: 3,
    err: 'nosuch is neither live nor published: "portal status" lists what is live\n',
  });
  await scratch.publish('finances', 1);
  expect(await scratch.portal('status finances')).toMatchObject({
    code: 0,
    out: expect.stringContaining('Published, newest first: 0.1.0-aaaaaaa1'),
  });
});

const escapes = '\u001b[2J\u009b31m\u202e';

test('prints the texts of a change without escape sequences and on one line', async () => {
  await scratch.publish('voicing', 2);
  const texts = ["--reason 'why", `${escapes}\nComposition 9 is live.' --who 'eve${escapes}'`];
  expect((await scratch.portal(`deploy voicing@latest ${texts.join('')}`)).code).toBe(0);
  for (const line of ['status', 'history', 'history --json', 'status --json']) {
    const { code, out } = await scratch.portal(line);
    expect(code).toBe(0);
    expect(out).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
    expect(out).toContain('\\u001b[2J');
    expect(out).not.toMatch(/^Composition 9/m);
  }
  expect(await scratch.json('status')).toMatchObject({ who: `eve${escapes}` });
});

test('prints texts of the store in errors without escape sequences', async () => {
  const file = path.join(scratch.folder, 'var/portal/remotes/voicing/0.1.0-aaaaaaa1/release.json');
  writeFileSync(file, JSON.stringify({ version: escapes }));
  for (const line of ['verify', 'check voicing@0.1.0-aaaaaaa1', 'deploy voicing@0.1.0-aaaaaaa1 --reason x']) {
    const { code, out, err } = await scratch.portal(line);
    expect(code).not.toBe(0);
    expect(out + err).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
  }
});

test('explains an unexpected error in one line, and shows its stack on request', async () => {
  writeFileSync(path.join(scratch.folder, 'portal.json'), '{\n"folders": \u001b');
  expect(await scratch.portal('status')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^Unexpected error: \P{Cc}* \(PORTAL_DEBUG=1 shows where\)\n$/u),
  });
  scratch.environment['PORTAL_DEBUG'] = '1';
  expect((await scratch.portal('status')).err).toMatch(/\n {4}at /);
});
