import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Finding } from '../gate/check-release.ts';
import { type TinyPortal, tinyPortal } from '../testing/tiny-portal.fixtures.ts';

const show = "document.querySelector('main').append('shown');";
const busy = (milliseconds: number) =>
  `for (const end = performance.now() + ${milliseconds}; performance.now() < end; );`;

/** Area → what its second release does, and the reason for which it is refused. */
const hostile: Record<string, { script: string; reason: RegExp }> = {
  throws: { script: "throw new Error('no such list')", reason: /^error: .*not caught: Error: no such list/ },
  rejects: {
    script: "Promise.reject(new Error('no network'))",
    reason: /^error: .*rejected.*Error: no network/,
  },
  alters: {
    script: 'Array.prototype.at = () => 1',
    reason: /^globals: .*changes built-ins: Array\.prototype\.at/,
  },
  extends: {
    script: 'Object.prototype.first = 1',
    reason: /^globals: .*changes built-ins: Object\.prototype\.first/,
  },
  leaks: { script: 'globalThis.leaked = 1', reason: /^globals: .*adds globals: leaked/ },
  blocks: { script: busy(900), reason: /^task: .*a task of \d+ ms blocks the page at start/ },
  untranslated: {
    script: "dispatchEvent(new CustomEvent('portal:missing-text', { detail: 'untranslated:title' }))",
    reason: /^texts: .*texts are missing: untranslated:title/,
  },
  unauthorized: {
    script: "fetch('/v1/list').then(({ ok }) => { if (!ok) throw new Error('401') })",
    reason: /never/,
  },
};
const accepted = ['unauthorized'];

let portal: TinyPortal;

beforeAll(async () => {
  portal = await tinyPortal();
  const names = [];
  for (const unit of Object.keys(hostile))
    names.push(await portal.publishArea(unit, 1, `${show} ${busy(60)}`));
  const { code, err } = await portal.portal(`deploy host@latest ${names.join(' ')} --reason first`);
  if (code !== 0) throw new Error(err);
  for (const [unit, { script }] of Object.entries(hostile))
    await portal.publishArea(unit, 2, `${show} ${script}`);
}, 120_000);
afterAll(() => portal.remove());

async function check(line: string): Promise<string[]> {
  const { findings } = await portal.json<{ findings: Finding[] }>(`check ${line}`);
  return findings.map(({ check, release, message }) => `${check}: ${release}: ${message}`);
}

test('refuses each fault with its reason, and accepts a release whose requests have a session', async () => {
  const units = Object.keys(hostile);
  const found = await check(units.map((unit) => `${unit}@latest`).join(' '));
  for (const [unit, { reason }] of Object.entries(hostile)) {
    const own = found.filter((text) => text.includes(` ${unit}@`));
    expect(own).toEqual(accepted.includes(unit) ? [] : [expect.stringMatching(reason)]);
  }
}, 120_000);

test('does not deploy what it refuses, and records --no-run', async () => {
  const refused = await portal.portal('deploy throws@latest --reason test');
  expect(refused.code).toBe(3);
  expect(refused.err).toContain('no such list');
  expect((await portal.portal('deploy throws@latest --no-run')).code).toBe(2);
  const skipped = await portal.portal("deploy throws@latest --no-run --reason 'no browser here'");
  expect(skipped.code).toBe(0);
  const { entries } = await portal.json<{ entries: { command: string; why: string }[] }>('history --limit 1');
  expect(entries[0]).toMatchObject({ command: 'deploy throws@latest --no-run', why: 'no browser here' });
}, 60_000);

test('says what to do without a browser, and without a server', async () => {
  portal.environment['PORTAL_BROWSER'] = '/nowhere/chromium';
  expect(await check('alters@latest')).toEqual([expect.stringMatching(/^run: .*no browser was found/)]);
  delete portal.environment['PORTAL_BROWSER'];
  rmSync(path.join(portal.folder, 'server.mjs'));
  expect(await check('alters@latest')).toEqual([expect.stringMatching(/^run: .*there is no server/)]);
}, 60_000);
