import { readFileSync, rmSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type ScratchPortal, scratchPortal } from './testing/scratch-portal.fixtures.ts';

let scratch: ScratchPortal;
const at = (file: string) => path.join(scratch.folder, file);
const run = (line: string) => scratch.portal(line);
const deployAll = 'deploy host@latest voicing@latest --reason again';

beforeEach(async () => {
  scratch = scratchPortal();
  await run('keys create');
  for (const unit of ['host', 'voicing']) await scratch.publish(unit, 1);
  expect(await run('deploy host@latest voicing@latest --reason first')).toMatchObject({ code: 0 });
  await scratch.publish('voicing', 2);
  await run('deploy voicing@latest --reason second');
});
afterEach(() => scratch.remove());

test('a portal whose composition and copies are damaged is set up again', async () => {
  truncateSync(at('var/portal/composition.json'), 300);
  rmSync(at('var/portal/compositions'), { recursive: true });
  expect((await run('restore --accept-older --dry-run')).out).toContain('composition.json would be removed');
  expect((await run('status')).code).toBe(5);
  expect((await run('restore --accept-older')).out).toContain('publish and deploy every release again');
  expect(await run(deployAll)).toMatchObject({
    code: 0,
    out: expect.stringContaining('Composition 3 is live'),
  });
  expect(await run('verify')).toMatchObject({ code: 0 });
});

test('a portal whose composition key is lost is set up again with another, above the numbers that portals have accepted', async () => {
  rmSync(at('var/keys/composition.pem'));
  rmSync(at('var/heads.json'));
  await run('keys create');
  const live = readFileSync(at('var/portal/composition.json'), 'utf8');
  const wrongKey =
    /it is signed with key \w{16}, this one is \w{16}: if this is the wrong key file, nothing is damaged/;
  for (const line of [deployAll, 'restore']) expect((await run(line)).err).toMatch(wrongKey);
  expect(readFileSync(at('var/portal/composition.json'), 'utf8')).toBe(live);
  expect((await run('restore --accept-older')).out).toContain('if the key was wrong, put it back');
  expect(readFileSync(at('var/portal/removed/composition.json'), 'utf8')).toBe(live);
  for (const unit of ['host', 'voicing'])
    expect((await run(`publish ${unit}`)).out).toContain('1 damaged or missing files have been replaced');
  expect(await run(deployAll)).toMatchObject({
    code: 0,
    out: expect.stringContaining('Composition 3 is live'),
  });
  expect(await run('verify')).toMatchObject({ code: 0 });
});
