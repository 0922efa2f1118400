// Follows the runbook of an area in its own repository against a portal of its own, and opens the area in a browser.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, expect } from '@playwright/test';
import { readSigningKey } from '@portal/federation-cli/signing-key';
import { demo, signIn } from '@portal/testbed/fixtures/account';
import { expectAreaWorks } from '@portal/testbed/fixtures/area-proofs';
import { navigation } from '@portal/testbed/fixtures/screens';
import { currentReleases } from '@portal/testbed/releases/archive';
import { findBrowser } from '@portal/testbed/runner/find-browser';
import { startReleasedPortal, versionsServed } from '@portal/testbed/runner/released-portal';
import { type CheckCase, reportCases, tryCase } from '../harness/report.ts';

const root = path.resolve(import.meta.dirname, '../..');
const runbook = await readFile(path.join(root, 'docs/runbooks/area-in-its-own-repository.md'), 'utf8');
const blocks = [...runbook.matchAll(/^ *```sh\n(.*?)^ *```/gms)].map(([, block = '']) => block);

await using portal = await startReleasedPortal([currentReleases()]);
await using outside = await mkdtempDisposable(path.join(tmpdir(), 'portal-separate-area-'));
const area = path.join(outside.path, 'news');
const store = { PORTAL_STORE: path.join(portal.dataFolder, 'portal') };
const keyFile = path.join(portal.dataFolder, 'keys/composition.pem');
const { publicKey } = await readSigningKey(keyFile);

const steps: [name: string, work: () => Promise<void>][] = [
  ['the runbook has commands for six steps', async () => expect(blocks).toHaveLength(6)],
  ['packs the packages and writes the area', () => follow(0, root, { AREA: area })],
  ['installs, tests and builds the area', () => follow(1, area, {})],
  ['creates a key for the team', () => follow(2, area, store)],
  ["trusts the team's key for its area", trustTeam],
  [
    "publishes the release with the team's key and checks it against the live set, without the composition key",
    () => follow(4, area, { ...store, COMPOSITION_PUBLIC_KEY: publicKey }),
  ],
  ['deploys the release', () => follow(5, root, { ...store, PORTAL_KEY: keyFile })],
  ['shows the area inside the portal, after a click and at its address', showArea],
];
const cases: CheckCase[] = [];
for (const [name, work] of steps) {
  const result = await tryCase(name, work);
  cases.push(result);
  // Every later step depends on this one.
  if (result.problems.length > 0) break;
}
reportCases('separate-area', cases);

/** Runs the commands of a step, without the programs of the workspace on the path. */
async function follow(step: number, cwd: string, settings: Record<string, string>): Promise<void> {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const outsideFolders = folders.filter((folder) => folder !== path.join(root, 'node_modules/.bin'));
  const child = spawn('bash', ['-euxo', 'pipefail', '-c', blocks[step] ?? ''], {
    cwd,
    stdio: ['ignore', process.stderr, process.stderr],
    env: { ...process.env, PATH: outsideFolders.join(path.delimiter), ...settings },
    timeout: 600_000,
  });
  expect(await once(child, 'exit'), 'exit code and signal').toEqual([0, null]);
}

async function trustTeam(): Promise<void> {
  const team = await readSigningKey(path.join(outside.path, 'news-team.pem'));
  await follow(3, root, { ...store, PORTAL_KEY: keyFile, TEAM_KEY: team.publicKey });
}

async function showArea(): Promise<void> {
  const release = await readFile(path.join(area, 'dist/release.json'), 'utf8');
  const { version }: { version: string } = JSON.parse(release);
  expect(await versionsServed(portal.url)).toMatchObject({ news: version });
  await using browser = await chromium.launch({ executablePath: await findBrowser() });
  const storageState = await signIn(demo, portal.url);
  const page = await browser.newPage({ baseURL: portal.url, storageState, locale: 'en-GB' });
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  const expectNews = async () => {
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1, name: 'News' })).toBeVisible({ timeout: 15_000 });
    await expect(main.getByText('There is nothing here yet.')).toBeVisible();
    await expect(navigation(page).locator('a[href="/finances/payments"]')).toBeVisible();
  };
  await page.goto('/welcome');
  const entry = page.waitForResponse(`**/remotes/news/${version}/remote-entry.*`);
  await navigation(page).getByRole('link', { name: 'News' }).click();
  expect((await entry).status()).toBe(200);
  await expectNews();
  await page.goto('/news');
  await expectNews();
  await expectAreaWorks(page, 'voicing');
  expect(errors).toEqual([]);
}
