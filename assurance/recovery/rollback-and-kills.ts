// Measures how long a rollback takes to reach the next page, and checks the live composition after the release tool was
// killed at every step.
import { type Browser, chromium } from '@playwright/test';
import { demo, type StoredState, signIn } from '@portal/testbed/fixtures/account';
import { proofOf } from '@portal/testbed/fixtures/area-proofs';
import { releasesOf } from '@portal/testbed/releases/archive';
import { findBrowser } from '@portal/testbed/runner/find-browser';
import { type ReleasedPortal, startReleasedPortal } from '@portal/testbed/runner/released-portal';
import { versionOf, versionsServed } from '../../testbed/runner/released-portal.ts';
import { type CheckCase, lineOf, reportCases } from '../harness/report.ts';

/** Milliseconds from the command to the first page with the old version. */
const target = 5_000;
const rounds = 10;
const steps = ['locked', 'before-copy', 'after-copy', 'before-rename', 'after-swap'] as const;
const randomKills = 20;

const older = await releasesOf('0.0.8');
const newer = await releasesOf('0.0.9');
const before = versionOf(older, 'finances');
const after = versionOf(newer, 'finances');
const portal = await startReleasedPortal([older, newer]);
const browser = await chromium.launch({ executablePath: await findBrowser() });
try {
  const state = await signIn(demo, portal.url);
  const times: number[] = [];
  const cases: CheckCase[] = [];
  for (let round = 1; round <= rounds; round += 1) cases.push(await rollBack(portal, round, times));
  cases.push(await firstCustomer(portal, browser, state));
  for (const step of steps) cases.push(await killed(portal, 'deploy', { at: step }));
  for (const step of steps) cases.push(await killed(portal, 'rollback', { at: step }));
  // The tool runs for 0.4 s or longer: these kills are spread over that time.
  for (let kill = 0; kill < randomKills; kill += 1)
    cases.push(await killed(portal, kill % 2 === 0 ? 'deploy' : 'rollback', { after: 100 + kill * 18 }));
  const sorted = times.toSorted((a, b) => a - b);
  reportCases('rollback-and-kills', cases, [
    `command to new pages: median ${sorted[Math.floor(sorted.length / 2)]} ms, slowest ${sorted.at(-1)} ms, target ${target} ms`,
  ]);
} finally {
  await browser.close();
  await portal.stop();
}

async function rollBack({ tool, url }: ReleasedPortal, round: number, times: number[]): Promise<CheckCase> {
  const problems: string[] = [];
  try {
    await putOn({ tool, url }, after);
    const started = Date.now();
    const running = tool(['rollback', 'finances', '--to', before, '--reason', 'measured']);
    while ((await versionsServed(url)).finances !== before && Date.now() - started < 30_000);
    const time = Date.now() - started;
    times.push(time);
    const { code, output } = await running;
    if (code !== 0) problems.push(`ended with ${code}: ${output}`);
    if (time > target) problems.push(`${time} ms, more than ${target}`);
  } catch (error) {
    problems.push(lineOf(error));
  }
  return { name: `rollback ${round}: ${times.at(-1)} ms`, problems };
}

/** Opens pages continuously until the first one shows the old version. */
async function firstCustomer(
  { tool, url }: ReleasedPortal,
  ownBrowser: Browser,
  state: StoredState,
): Promise<CheckCase> {
  await putOn({ tool, url }, after);
  const context = await ownBrowser.newContext({ baseURL: url, storageState: state, locale: 'en-GB' });
  const page = await context.newPage();
  const words = page.getByRole('main').getByText(proofOf('finances').text);
  const started = Date.now();
  const running = tool(['rollback', 'finances', '--to', before, '--reason', 'measured']);
  let shown = '';
  while (!shown.includes('[0.0.8]') && Date.now() - started < 30_000) {
    await page.goto('/finances/payments');
    shown = (await words.first().textContent()) ?? '';
  }
  const time = Date.now() - started;
  await running;
  await context.close();
  const problems = time > target ? [`${time} ms, more than ${target}`] : [];
  return { name: `first customer who sees the old version: ${time} ms after the command`, problems };
}

async function killed(
  { tool, url }: ReleasedPortal,
  command: 'deploy' | 'rollback',
  kill: { at?: string; after?: number },
): Promise<CheckCase> {
  const isDeploy = command === 'deploy';
  const [from, to] = isDeploy ? [before, after] : [after, before];
  const problems: string[] = [];
  const args = isDeploy ? ['deploy', `finances@${to}`] : ['rollback', 'finances', '--to', to];
  let ended = '';
  try {
    await putOn({ tool, url }, from);
    const others = await versionsServed(url);
    const { signal, code } = await tool([...args, '--reason', 'killed'], kill);
    ended = signal ?? `code ${code}`;
    if (kill.at !== undefined && signal !== 'SIGKILL') problems.push(`it was not killed: ${ended}`);
    const served = await versionsServed(url);
    if (![from, to].includes(served.finances ?? '')) problems.push(`finances is on ${served.finances}`);
    const isMixed = Object.entries(served).some(
      ([unit, version]) => unit !== 'finances' && others[unit] !== version,
    );
    if (isMixed) problems.push('another area has changed too');
    const verified = await tool(['verify']);
    if (verified.code !== 0) problems.push(`verify: ${verified.output}`);
    const page = await fetch(`${url}/login`);
    if (page.status !== 200) problems.push(`the login page returns ${page.status}`);
  } catch (error) {
    problems.push(lineOf(error));
  }
  const when = kill.at === undefined ? `after ${kill.after} ms` : `at ${kill.at}`;
  return { name: `${command} killed ${when} (${ended})`, problems };
}

async function putOn({ tool, url }: Pick<ReleasedPortal, 'tool' | 'url'>, version: string): Promise<void> {
  if ((await versionsServed(url)).finances === version) return;
  const { code, output } = await tool(['deploy', `finances@${version}`, '--reason', 'prepared']);
  if (code !== 0) throw new Error(`finances could not be put on ${version}: ${output}`);
}
