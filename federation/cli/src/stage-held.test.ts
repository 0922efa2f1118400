import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { stagePortal } from './stage-portal.ts';
import { type ScratchPortal, scratchPortal } from './testing/scratch-portal.fixtures.ts';

let scratch: ScratchPortal;
const at = (file: string) => path.join(scratch.folder, file);
const versionOf = (digit: number) => `0.1.0-aaaaaaa${digit}`;
const liveFile = () => readFileSync(at('var/portal/composition.json'), 'utf8');

async function run(line: string): Promise<void> {
  const { code, err } = await scratch.portal(line);
  if (code !== 0) throw new Error(err);
}

function stage() {
  return stagePortal({
    host: at('host/dist'),
    areas: [at('remote-voicing/dist')],
    target: at('var/portal'),
    keyFile: at('var/keys/composition.pem'),
  });
}

/** Builds a version and starts the portal. */
async function start(unit: string, digit: number) {
  scratch.build(unit, { version: versionOf(digit) });
  const { composition, held } = await stage();
  const active = unit === 'host' ? composition.host : composition.areas[0]?.active;
  return { active: active?.version, held };
}

beforeEach(async () => {
  scratch = scratchPortal();
  scratch.build('host', { version: versionOf(1) });
  await start('voicing', 1);
  await start('voicing', 2);
});
afterEach(() => scratch.remove());

/** A start changes nothing, and says why. */
async function expectHeld(active: number, reason: string): Promise<void> {
  const before = liveFile();
  const { composition, held } = await stage();
  expect(composition.areas[0]?.active.version).toBe(versionOf(active));
  expect(held).toEqual([
    expect.stringContaining(`voicing@${versionOf(2)}, which is built here, does not go live: ${reason}`),
  ]);
  expect(liveFile()).toBe(before);
}

test('a build that was rolled back stays so until it is deployed, and the next build goes live', async () => {
  await run('rollback voicing --reason x');
  const command = `deploy voicing@${versionOf(2)} --reason`;
  await expectHeld(1, `composition 3 has taken it back. To make it live: npm run portal -- ${command} "…"`);
  await run(`${command} again`);
  expect((await stage()).held).toEqual([]);
  await run('rollback voicing --reason x');
  expect(await start('voicing', 3)).toEqual({ active: versionOf(3), held: [] });
});

test('a build of a frozen area does not go live', async () => {
  await run('rollback voicing --reason x');
  await run('freeze voicing --until 2999-01-01T00:00Z --reason audit');
  const command = `npm run portal -- deploy voicing@${versionOf(2)} --force --reason "…"`;
  await expectHeld(
    1,
    `voicing is frozen until 2999-01-01T00:00:00.000Z (audit). To make it live: ${command}`,
  );
  expect((await start('voicing', 3)).active).toBe(versionOf(1));
  // Published, so that the command can make it live.
  await run(`deploy voicing@${versionOf(3)} --force --reason x`);
  expect(await start('voicing', 3)).toEqual({ active: versionOf(3), held: [] });
});

test('a withdrawn build does not go live, and nobody is advised to reinstate it', async () => {
  await run(`withdraw voicing@${versionOf(2)} --reason harmful`);
  await expectHeld(
    1,
    'it is withdrawn. "npm run portal -- history" says why; change the code and start again',
  );
  await run(`reinstate voicing@${versionOf(2)} --reason x`);
  await expectHeld(1, 'composition 3 has taken it back');
});

test('a withdrawn build of an area that is not live stays out', async () => {
  await run(`withdraw voicing@${versionOf(2)} --reason harmful`);
  const host = { host: at('host/dist'), target: at('var/portal'), keyFile: at('var/keys/composition.pem') };
  await stagePortal({ ...host, areas: [] });
  expect((await stage()).composition.areas).toEqual([]);
});

test('a canary that was halted does not go live', async () => {
  await scratch.publish('voicing', 3);
  await run('canary voicing@latest --percent 10 --reason x');
  await run('halt voicing --reason x');
  expect(await start('voicing', 3)).toEqual({
    active: versionOf(2),
    held: [expect.stringContaining('composition 4 has taken it back')],
  });
});

test('a host that was rolled back stays so', async () => {
  await start('host', 2);
  await run('rollback host --reason x');
  expect(await start('host', 2)).toEqual({ active: versionOf(1), held: [expect.stringContaining('host@')] });
});

test('an older build goes live again when only a newer one has replaced it', async () => {
  expect(await start('voicing', 1)).toEqual({ active: versionOf(1), held: [] });
});

test('a start with the live builds writes no composition, whatever else operators have stated', async () => {
  await scratch.publish('host', 2);
  await run('deploy host@latest --reason x');
  await scratch.publish('voicing', 3);
  await run('canary voicing@latest --percent 10 --reason x');
  await run(`withdraw voicing@${versionOf(1)} --reason x`);
  const before = liveFile();
  expect(await start('voicing', 2)).toEqual({ active: versionOf(2), held: [] });
  expect(liveFile()).toBe(before);
});
