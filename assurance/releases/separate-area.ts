// Follows the runbook of an area in its own repository, from the first release to a rollback, against a portal of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
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
const clone = path.join(outside.path, 'clones/of a colleague/news');
const texts = { first: 'There is nothing here yet.', second: 'The network is faster now.' };
const store = { PORTAL_STORE: path.join(portal.dataFolder, 'portal') };
const keyFile = path.join(portal.dataFolder, 'keys/composition.pem');
const { publicKey } = await readSigningKey(keyFile);

const steps: [name: string, work: () => Promise<void>][] = [
  ['the runbook has commands for seven steps', async () => expect(blocks).toHaveLength(7)],
  ['packs the packages and writes the area', () => follow(0, root, { AREA: area })],
  ['installs, tests, builds and commits the area', () => follow(1, area, {})],
  ['creates a key for the team', () => follow(2, area, store)],
  ["trusts the team's key for its area", trustTeam],
  [
    "publishes the release with the team's key and checks it against the live set, without the composition key",
    () => follow(4, area, { ...store, COMPOSITION_PUBLIC_KEY: publicKey, PORTAL_BACKEND: portal.url }),
  ],
  ['deploys the release', () => follow(5, root, { ...store, PORTAL_KEY: keyFile })],
  ['shows the area inside the portal, after a click and at its address', () => showArea(texts.first)],
  ['a clone of the repository builds the same bytes', buildClone],
  ["the pipeline tests and publishes a change in the clone with the team's key", releaseClone],
  ['deploys the second release', () => follow(5, root, { ...store, PORTAL_KEY: keyFile })],
  ['shows the second release', () => showArea(texts.second)],
  ['rolls the area back', () => follow(6, root, { ...store, PORTAL_KEY: keyFile })],
  ['shows the first release again', () => showArea(texts.first)],
];
const cases: CheckCase[] = [];
for (const [name, work] of steps) {
  const result = await tryCase(name, work);
  cases.push(result);
  // Every later step depends on this one.
  if (result.problems.length > 0) break;
}
reportCases('separate-area', cases);

/** Runs the commands of a step of the runbook. */
function follow(step: number, cwd: string, settings: Record<string, string>): Promise<void> {
  return run(blocks[step] ?? '', cwd, settings);
}

/** Runs a script without the programs of the workspace on the path. */
async function run(script: string, cwd: string, settings: Record<string, string> = {}): Promise<void> {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const outsideFolders = folders.filter((folder) => folder !== path.join(root, 'node_modules/.bin'));
  const author = { GIT_AUTHOR_NAME: 'news', GIT_AUTHOR_EMAIL: 'news@team.example' };
  const committer = { GIT_COMMITTER_NAME: 'news', GIT_COMMITTER_EMAIL: 'news@team.example' };
  const child = spawn('bash', ['-euxo', 'pipefail', '-c', script], {
    cwd,
    stdio: ['ignore', process.stderr, process.stderr],
    env: {
      ...process.env,
      ...author,
      ...committer,
      PATH: outsideFolders.join(path.delimiter),
      ...settings,
    },
    timeout: 600_000,
  });
  expect(await once(child, 'exit'), 'exit code and signal').toEqual([0, null]);
}

async function trustTeam(): Promise<void> {
  const team = await readSigningKey(path.join(outside.path, 'news-team.pem'));
  await follow(3, root, { ...store, PORTAL_KEY: keyFile, TEAM_KEY: team.publicKey });
}

async function buildClone(): Promise<void> {
  await run(`git clone '${area}' '${clone}'`, outside.path);
  await run('npm install && npm run build', clone);
  // It lists the hash of every other file.
  const release = (folder: string) => readFile(path.join(folder, 'dist/release.json'), 'utf8');
  expect(await release(clone)).toBe(await release(area));
}

/** Commits a change and runs the commands of the repository's pipeline, with its secrets and variables. */
async function releaseClone(): Promise<void> {
  const file = path.join(clone, 'locales/en/news.json');
  await writeFile(file, (await readFile(file, 'utf8')).replace(texts.first, texts.second));
  await run('git commit --all --message "Add the first news"', clone);
  const pipeline = await readFile(path.join(clone, '.github/workflows/release.yml'), 'utf8');
  const commands = [...pipeline.matchAll(/^ {6}- (?:name: .*\n {8})?run: (?:\|\n((?: {10}.*\n)+)|(.*))/gm)];
  expect(commands, 'commands of the pipeline').toHaveLength(8);
  await run(commands.map(([, lines, line]) => lines ?? line).join('\n'), clone, {
    ...store,
    COMPOSITION_PUBLIC_KEY: publicKey,
    PORTAL_BACKEND: portal.url,
    RUNNER_TEMP: outside.path,
    TEAM_KEY: await readFile(path.join(outside.path, 'news-team.pem'), 'utf8'),
  });
}

/** Expects the release with the text, the first one or that of the clone, in a browser. */
async function showArea(text: string): Promise<void> {
  const folder = text === texts.second ? clone : area;
  const release = await readFile(path.join(folder, 'dist/release.json'), 'utf8');
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
    await expect(main.getByText(text)).toBeVisible();
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
