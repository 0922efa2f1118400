import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { type ScratchPortal, scratchPortal } from './testing/scratch-portal.fixtures.ts';

let scratch: ScratchPortal;
const dayMs = 86_400_000;

/** Only the date is wrong: timers go on. */
const setClock = (days: number) =>
  jest.useFakeTimers({
    now: Date.now() + days * dayMs,
    doNotFake: [
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'setInterval',
      'setTimeout',
    ],
  });

beforeEach(async () => {
  scratch = scratchPortal();
  await scratch.portal('keys create');
  await scratch.publish('host', 1);
  await scratch.publish('voicing', 1);
  await scratch.portal('deploy host@latest voicing@latest --reason first');
});
afterEach(() => {
  jest.useRealTimers();
  scratch.remove();
});

async function deployNext(digit: number) {
  const version = await scratch.publish('voicing', digit);
  expect((await scratch.portal(`deploy voicing@${version} --reason next`)).code).toBe(0);
}

test('removes nothing that was live lately, or is being published, while the clock is years ahead', async () => {
  for (const digit of [2, 3, 4]) await deployNext(digit);
  const unfinished = path.join(scratch.folder, 'var/portal/remotes/voicing/0.1.0-aaaaaaa9');
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(path.join(unfinished, 'main.js'), '');
  setClock(1000);
  expect(await scratch.json('gc --keep 1')).toMatchObject({ removed: [], leftovers: [], kept: 5 });
});

test('a second removal by a clock that is years ahead removes no more than the first', async () => {
  setClock(-30);
  for (const digit of [2, 3, 4]) await deployNext(digit);
  jest.useRealTimers();
  for (const digit of [5, 6, 7]) await deployNext(digit);
  setClock(1000);
  const removed = ['voicing@0.1.0-aaaaaaa1', 'voicing@0.1.0-aaaaaaa2'];
  expect(await scratch.json('gc --keep 1')).toMatchObject({ removed });
  expect(await scratch.json('gc --keep 1')).toMatchObject({ removed: [] });
});

test('removes nothing that a clock that was behind seems to have replaced long ago', async () => {
  await deployNext(2);
  setClock(-400);
  await deployNext(3);
  jest.useRealTimers();
  await deployNext(4);
  expect(await scratch.json('gc --keep 1')).toMatchObject({ removed: [] });
});

test('chooses no latest release while one was published by a clock that was ahead, and shows it', async () => {
  setClock(2);
  const ahead = await scratch.publish('voicing', 2);
  jest.useRealTimers();
  const newest = await scratch.publish('voicing', 3);
  const { out } = await scratch.portal('status voicing');
  expect(out).toMatch(
    new RegExp(`^${ahead} was published at .* is in the future: it may not be the newest`, 'm'),
  );
  for (const line of [
    'deploy voicing@latest --reason next',
    'check voicing@latest',
    'canary voicing@latest --percent 10 --reason next',
  ])
    expect(await scratch.portal(line)).toMatchObject({
      code: 3,
      err: expect.stringContaining(`is uncertain: ${ahead} was published at`),
    });
  expect((await scratch.portal(`deploy voicing@${newest} --reason next`)).code).toBe(0);
  setClock(3);
  expect((await scratch.portal('status voicing')).out).not.toContain('future');
  expect((await scratch.portal('check voicing@latest')).code).toBe(0);
});

test('takes the only release of an area for the latest one, although a clock that was ahead has published it', async () => {
  setClock(2);
  await scratch.publish('messaging', 1);
  jest.useRealTimers();
  expect((await scratch.portal('deploy messaging@latest --reason first')).code).toBe(0);
});
