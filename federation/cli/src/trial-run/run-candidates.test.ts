import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Finding } from '../gate/check-release.ts';
import { hostileReleases } from '../testing/hostile-releases.fixtures.ts';
import { type TinyPortal, tinyPortal } from '../testing/tiny-portal.fixtures.ts';

const units = Object.keys(hostileReleases);

let portal: TinyPortal;

beforeAll(async () => {
  portal = await tinyPortal();
  await portal.goHostile(units);
}, 120_000);
afterAll(() => portal.remove());

async function check(line: string): Promise<string[]> {
  const { findings } = await portal.json<{ findings: Finding[] }>(`check ${line}`);
  return findings.map(({ check, release, message }) => `${check}: ${release}: ${message}`);
}

test('refuses each fault with its reason, and accepts a release whose requests have a session', async () => {
  const found = await check(units.map((unit) => `${unit}@latest`).join(' '));
  const expected = units.flatMap((unit) => hostileReleases[unit]?.reason ?? []);
  for (const reason of expected) expect(found).toContainEqual(expect.stringMatching(reason));
  const others = found.filter((text) => !expected.some((reason) => reason.test(text)));
  expect(others).toHaveLength(4);
  for (const text of others)
    expect(text).toMatch(/^shell: (?:pushes|dots|covers|hides)@.* at a width of 390 px/);
}, 600_000);

test('does not deploy what it refuses, and records --no-run', async () => {
  const refused = await portal.portal('deploy throws@latest --reason test');
  expect(refused.code).toBe(3);
  expect(refused.err).toContain('no such list');
  expect((await portal.portal('deploy throws@latest --no-run')).code).toBe(2);
  const skipped = await portal.portal("deploy throws@latest --no-run --reason 'no browser here'");
  expect(skipped.code).toBe(0);
  const { entries } = await portal.json<{ entries: { command: string; why: string }[] }>('history --limit 1');
  expect(entries[0]).toMatchObject({ command: 'deploy throws@latest --no-run', why: 'no browser here' });
}, 600_000);

test('says what to do without a browser, and without a server', async () => {
  portal.environment['PORTAL_BROWSER'] = '/nowhere/chromium';
  expect(await check('alters@latest')).toEqual([expect.stringMatching(/^run: .*no browser was found/)]);
  delete portal.environment['PORTAL_BROWSER'];
  rmSync(path.join(portal.folder, 'server.mjs'));
  expect(await check('alters@latest')).toEqual([expect.stringMatching(/^run: .*there is no server/)]);
}, 600_000);
