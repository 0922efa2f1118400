import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Finding } from '../gate/check-release.ts';
import { honestScript } from '../testing/hostile-releases.fixtures.ts';
import { hostPage, hostScript, type TinyPortal, tinyPortal } from '../testing/tiny-portal.fixtures.ts';

let portal: TinyPortal;

beforeEach(async () => {
  portal = await tinyPortal();
}, 120_000);
afterEach(() => portal.remove());

async function check(line: string): Promise<string[]> {
  const { findings } = await portal.json<{ findings: Finding[] }>(`check ${line}`);
  return findings.map(({ check, release, message }) => `${check}: ${release.split('@')[0]}: ${message}`);
}

const lacksText = "dispatchEvent(new CustomEvent('portal:missing-text', { detail: 'welcome:title' }));";

test('refuses a host for its own pages and those of areas, and blames no area that goes live with it', async () => {
  await portal.goHostile(['calls', 'invoices']);
  const script = `globalThis.leaked = 1; ${hostScript.replace("append('Welcome')", 'append()')}
    if (location.pathname === '/welcome') ${lacksText}`;
  await portal.publishHost(2, script, hostPage.replace('padding: 1em', 'padding: 2em'));
  await portal.publishArea('calls', 3, `${honestScript} document.querySelector('#page').append(' twice');`);
  expect(await check('host@latest calls@latest')).toEqual([
    'globals: host: /welcome: it adds globals: leaked',
    'texts: host: /welcome: texts are missing in en: welcome:title',
    'blank: host: /welcome: its page is blank at a width of 1280 px',
    'globals: host: /invoices: it adds globals: leaked',
  ]);
}, 600_000);

test('refuses the faults of the first host, with nothing live to compare it with', async () => {
  await portal.publishHost(2, lacksText);
  const found = await check('host@latest');
  expect(found.map((text) => text.split(':', 1)[0]).sort()).toEqual(['blank', 'texts']);
}, 600_000);

test('accepts an area below a header that shows the time of the browser and of the server', async () => {
  await portal.publishHost(
    2,
    `${hostScript}
    const header = document.querySelector('header');
    header.append(new Date().toISOString(), Date.now(), Date());
    fetch('/v1/list').then(({ headers }) => header.append(headers.get('date')));`,
  );
  await portal.goHostile(['restores']);
  expect(await check('restores@latest')).toEqual([]);
}, 600_000);
