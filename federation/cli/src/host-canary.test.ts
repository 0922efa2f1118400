import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Composition } from '@portal/federation-contract/composition';
import { type ScratchPortal, scratchPortal } from './testing/scratch-portal.fixtures.ts';

const [first, second, third] = ['0.1.0-aaaaaaa1', '0.1.0-aaaaaaa2', '0.1.0-aaaaaaa3'];
let scratch: ScratchPortal;
let run: ScratchPortal['portal'];

beforeEach(async () => {
  scratch = scratchPortal();
  run = scratch.portal;
  await run('keys create');
  for (const unit of ['host', 'voicing']) for (const digit of [1, 2, 3]) await scratch.publish(unit, digit);
  await run(`deploy host@${first} voicing@${first} --reason first`);
});
afterEach(() => scratch.remove());

const live = (): Composition =>
  JSON.parse(
    JSON.parse(readFileSync(path.join(scratch.folder, 'var/portal/composition.json'), 'utf8')).payload,
  );
/** Versions of the host: active, previous and canary. */
const hosts = () => {
  const { host, previous_host: previous, canary_host: canary } = live();
  return [host.version, previous?.version ?? null, canary?.release.version ?? null];
};

test('is shown, recorded, raised and promoted', async () => {
  expect((await run(`canary host@${second} --percent 10 --reason menu`)).out).toContain(
    `host: ${first} → ${first}, canary ${second} at 10 %`,
  );
  expect(hosts()).toEqual([first, null, second]);
  expect((await run('status')).out).toMatch(/^host .* 0\.1\.0-aaaaaaa2 at 10 %/m);
  expect((await run(`canary host@${second} --percent 50`)).code).toBe(0);
  expect(live().canary_host?.percent).toBe(50);
  expect((await run('verify')).out).toContain('of 3 releases');
  expect((await run('promote host')).code).toBe(2);
  expect((await run(`promote host@${third}`)).code).toBe(3);
  expect((await run(`promote host@${second} --reason good`)).code).toBe(0);
  expect(hosts()).toEqual([second, first, null]);
  const { out } = await run('history --limit 2');
  expect(out).toContain(`host: ${first}, canary ${second} at 50 % → ${second}`);
  expect((await run('rollback host --reason x')).code).toBe(0);
  expect(hosts()[0]).toBe(first);
});

test('ends with halt, with a rollback of the host, and with the withdrawal of its version', async () => {
  await run(`deploy host@${second} --reason x`);
  for (const end of ['halt host', 'rollback host --reason x', `withdraw host@${third} --reason x`]) {
    expect((await run(`canary host@${third} --percent 10`)).code).toBe(0);
    expect([end, (await run(end)).code]).toEqual([end, 0]);
    expect([end, hosts()[2]]).toEqual([end, null]);
  }
  expect((await run(`canary host@${third} --percent 10 --force --reason x`)).code).toBe(3);
  expect((await run('halt host')).err).toContain('the host has no canary to halt');
});

test('does not end unasked: not with another canary, a deployment of the host, or a change of an area', async () => {
  await run(`canary host@${second} --percent 10`);
  expect((await run(`canary host@${third} --percent 10`)).code).toBe(3);
  expect((await run(`deploy host@${third} --reason x`)).err).toContain('a canary of host is running');
  for (const line of [
    `canary voicing@${second} --percent 10`,
    `promote voicing@${second}`,
    'rollback voicing --reason x',
    `deploy voicing@${third} --reason x`,
    'freeze voicing --until 2999-01-01T00:00Z --reason x',
    'withdraw voicing --reason x',
    'reinstate voicing --reason x',
  ]) {
    expect([line, (await run(line)).code]).toEqual([line, 0]);
    expect([line, hosts()[2]]).toEqual([line, second]);
  }
  expect((await run(`deploy host@${third} --force --reason x`)).code).toBe(0);
  expect(hosts()).toEqual([third, first, null]);
});

test.each([
  ['the active version', `canary host@${first} --percent 10`, 'cannot be its own canary'],
  ['a host that the live areas cannot use', 'canary host@latest --percent 10', 'supports 2'],
])('refuses %s', async (_what, line, reason) => {
  scratch.build('host', { version: '0.1.0-bbbbbbb1', release: { contracts: [2] } });
  await run('publish host');
  expect(await run(line)).toMatchObject({ code: 3, err: expect.stringContaining(reason) });
  expect(hosts()).toEqual([first, null, null]);
});

test('refuses an area that cannot run beside it, and names it', async () => {
  scratch.build('host', { version: '0.1.0-bbbbbbb1', release: { provides: { react: '20.0.0' } } });
  await run('publish host');
  scratch.build('voicing', { version: '0.1.0-bbbbbbb1', release: { needs: { react: '^19 || ^20' } } });
  await run('publish voicing');
  await run('deploy voicing@latest --reason x');
  await run('deploy voicing@latest --reason x');
  // The previous release of the area still needs the former version.
  expect((await run('canary host@latest --percent 10')).code).toBe(3);
  expect((await run('canary host@latest --percent 10 --force --reason x')).code).toBe(0);
  expect(await run(`canary voicing@${third} --percent 10`)).toMatchObject({
    code: 3,
    err: expect.stringMatching(/host 0\.1\.0-bbbbbbb1 provides 20[\s\S]*"portal halt host" ends it/),
  });
  expect((await run('halt host')).code).toBe(0);
  expect((await run(`canary voicing@${third} --percent 10`)).code).toBe(0);
});

test('is kept by gc, copied by mirror, and left out of a preview', async () => {
  await run(`canary host@${second} --percent 10`);
  await run('gc --keep 1 --days 0');
  expect((await run('verify')).code).toBe(0);
  expect((await run(`mirror --to ${scratch.folder}/copy`)).code).toBe(0);
  expect(existsSync(path.join(scratch.folder, 'copy/host', second, 'release.json'))).toBe(true);
  const { folder } = await scratch.json<{ folder: string }>(`compose voicing@${third} --no-serve`);
  const composed = JSON.parse(readFileSync(path.join(folder, 'composition.json'), 'utf8'));
  expect(JSON.parse(composed.payload)).not.toHaveProperty('canary_host');
});
