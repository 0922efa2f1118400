// Measures how long a rollback takes to reach the next page, and checks the live composition after the release tool was
// killed at every step.
import { chromium } from '@playwright/test';
import type { FaultPoint } from '@portal/federation-cli/fault-point';
import { demo, signIn } from '@portal/testbed/fixtures/account';
import { proofOf } from '@portal/testbed/fixtures/area-proofs';
import { releasesOf } from '@portal/testbed/releases/archive';
import { findBrowser } from '@portal/testbed/runner/find-browser';
import { startReleasedPortal, versionOf, versionsServed } from '@portal/testbed/runner/released-portal';
import { median } from '../accounts/mann-whitney.ts';
import { type CheckCase, problemsIn, reportCases } from '../harness/report.ts';

/** Milliseconds from the command to the first page with the old version. */
const target = 5_000;
const rounds = 10;
const steps: readonly FaultPoint[] = ['locked', 'before-swap', 'before-rename', 'after-swap', 'after-copy'];
const randomKills = 20;

const older = await releasesOf('0.0.8');
const newer = await releasesOf('0.0.9');
const before = versionOf(older, 'finances');
const after = versionOf(newer, 'finances');
await using portal = await startReleasedPortal([older, newer]);
await using browser = await chromium.launch({ executablePath: await findBrowser() });
const { tool, url } = portal;
const times: number[] = [];
const cases: CheckCase[] = [];
for (let round = 1; round <= rounds; round += 1) cases.push(await rollBack(round));
cases.push(await firstCustomer());
for (const step of steps) cases.push(await killed('deploy', { at: step }));
for (const step of steps) cases.push(await killed('rollback', { at: step }));
// The tool runs for 0.4 s or longer: these kills are spread over that time.
for (let kill = 0; kill < randomKills; kill += 1)
  cases.push(await killed(kill % 2 === 0 ? 'deploy' : 'rollback', { after: 100 + kill * 18 }));
reportCases('rollback-and-kills', cases, [
  `command to new pages: median ${median(times)} ms, slowest ${Math.max(...times)} ms, target ${target} ms`,
]);

async function rollBack(round: number): Promise<CheckCase> {
  const problems = await problemsIn(async (found) => {
    await putOn(after);
    const started = Date.now();
    const running = tool(['rollback', 'finances', '--to', before, '--reason', 'measured']);
    while ((await versionsServed(url)).finances !== before && Date.now() - started < 30_000);
    const time = Date.now() - started;
    times.push(time);
    const { code, output } = await running;
    if (code !== 0) found.push(`ended with ${code}: ${output}`);
    if (time > target) found.push(`${time} ms, more than ${target}`);
  });
  return { name: `rollback ${round}: ${times.at(-1)} ms`, problems };
}

/** Opens pages continuously until the first one shows the old version. */
async function firstCustomer(): Promise<CheckCase> {
  await putOn(after);
  const storageState = await signIn(demo, url);
  await using context = await browser.newContext({ baseURL: url, storageState, locale: 'en-GB' });
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
  const problems = time > target ? [`${time} ms, more than ${target}`] : [];
  return { name: `first customer who sees the old version: ${time} ms after the command`, problems };
}

async function killed(
  command: 'deploy' | 'rollback',
  kill: { at?: FaultPoint; after?: number },
): Promise<CheckCase> {
  const isDeploy = command === 'deploy';
  const [from, to] = isDeploy ? [before, after] : [after, before];
  const args = isDeploy ? ['deploy', `finances@${to}`] : ['rollback', 'finances', '--to', to];
  let ended = '';
  const problems = await problemsIn(async (found) => {
    await putOn(from);
    const others = await versionsServed(url);
    const { signal, code } = await tool([...args, '--reason', 'killed'], kill);
    ended = signal ?? `code ${code}`;
    if (kill.at !== undefined && signal !== 'SIGKILL') found.push(`it was not killed: ${ended}`);
    const served = await versionsServed(url);
    if (![from, to].includes(served.finances ?? '')) found.push(`finances is on ${served.finances}`);
    const isMixed = Object.entries(served).some(
      ([unit, version]) => unit !== 'finances' && others[unit] !== version,
    );
    if (isMixed) found.push('another area has changed too');
    const verified = await tool(['verify']);
    if (verified.code !== 0) found.push(`verify: ${verified.output}`);
    const page = await fetch(`${url}/login`);
    if (page.status !== 200) found.push(`the login page returns ${page.status}`);
  });
  const when = kill.at === undefined ? `after ${kill.after} ms` : `at ${kill.at}`;
  return { name: `${command} killed ${when} (${ended})`, problems };
}

async function putOn(version: string): Promise<void> {
  if ((await versionsServed(url)).finances === version) return;
  const { code, output } = await tool(['deploy', `finances@${version}`, '--reason', 'prepared']);
  if (code !== 0) throw new Error(`finances could not be put on ${version}: ${output}`);
}
