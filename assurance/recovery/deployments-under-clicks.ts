// Clicks in twenty tabs while areas are deployed and rolled back twenty times. No tab may show a failure.
import { chromium, type Page } from '@playwright/test';
import { demo, type StoredState, signIn } from '@portal/testbed/fixtures/account';
import { type AreaId, areaIds, proofOf } from '@portal/testbed/fixtures/area-proofs';
import { navigation } from '@portal/testbed/fixtures/screens';
import { releasesOf } from '@portal/testbed/releases/archive';
import { inParallel } from '@portal/testbed/runner/concurrency';
import { findBrowser } from '@portal/testbed/runner/find-browser';
import { type ReleasedPortal, startReleasedPortal, versionOf } from '@portal/testbed/runner/released-portal';
import { type CheckCase, lineOf, reportCases } from '../harness/report.ts';

const tabs = 20;
const deployments = 20;
/** Milliseconds in which a click must show its page. Twenty tabs share the cores of the machine. */
const patience = 60_000;
/** Milliseconds between two clicks. Without a pause the check measures the machine instead of the portal. */
const pause = { least: 500, spread: 1_000 };
/** Milliseconds between the first clicks of two tabs: on one machine, nineteen areas that load at the same time would time out. */
const stagger = 1_000;

interface Tab {
  page: Page;
  clicks: number;
  documents: number;
  problems: string[];
}

const older = await releasesOf('0.0.8');
const newer = await releasesOf('0.0.9');
await using portal = await startReleasedPortal([older, newer]);
await using browser = await chromium.launch({ executablePath: await findBrowser() });
const state = await signIn(demo, portal.url);
// Twenty tabs that open at the same time would time out.
const open = await inParallel(Array.from({ length: tabs }), 4, () => openTab(state));
const [form, ...clicking] = open;
const draft = await beginDraft(form);
const end = new AbortController();
const work = clicking.map((tab, index) => clickAround(tab, index, end.signal));
const cases = await deployAndRollBack(portal);
end.abort();
await Promise.all(work);
cases.push(await draft());
for (const [index, tab] of clicking.entries())
  cases.push({ name: `tab ${index + 2}: ${tab.clicks} clicks`, problems: problemsOf(tab) });
const clicks = clicking.reduce((sum, tab) => sum + tab.clicks, 0);
reportCases('deployments-under-clicks', cases, [
  `${tabs} tabs, ${clicks} clicks, ${deployments} deployments and ${deployments} rollbacks; target: no failure, at most one reload per tab, the draft is preserved`,
]);

async function openTab(storageState: StoredState): Promise<Tab> {
  const context = await browser.newContext({ baseURL: portal.url, storageState, locale: 'en-GB' });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  const tab: Tab = { page, clicks: 0, documents: 0, problems: [] };
  page.on('domcontentloaded', () => {
    tab.documents += 1;
  });
  page.on('pageerror', (error) => tab.problems.push(`uncaught: ${lineOf(error)}`));
  page.on('console', (message) => {
    if (/ChunkLoadError|Loading (?:CSS )?chunk/.test(message.text())) tab.problems.push(message.text());
  });
  await page.goto('/profile');
  await proofOf('profile').shown(page).waitFor();
  return tab;
}

/** Types into the profile without saving. Returns a function that checks whether the text is still there. */
async function beginDraft(tab: Tab | undefined): Promise<() => Promise<CheckCase>> {
  if (tab === undefined) throw new Error('there is no tab for the draft');
  const field = proofOf('profile').shown(tab.page);
  await field.fill('An unsaved company');
  return async () => {
    const value = await field.inputValue();
    const problems = problemsOf(tab);
    if (value !== 'An unsaved company') problems.push(`the draft reads "${value}"`);
    if (tab.documents > 1) problems.push('the page was reloaded over a draft');
    return { name: 'tab 1: an unsaved form', problems };
  };
}

async function clickAround(tab: Tab, offset: number, signal: AbortSignal): Promise<void> {
  const areas = areaIds.filter((id) => id !== 'auth');
  await tab.page.waitForTimeout(offset * stagger);
  for (let step = offset; !signal.aborted; step += 1) {
    const area: AreaId = areas[step % areas.length] ?? 'profile';
    const { path, shown } = proofOf(area);
    await tab.page.waitForTimeout(pause.least + Math.random() * pause.spread);
    try {
      await navigation(tab.page).locator(`a[href="${path}"]`).click();
      await shown(tab.page).waitFor();
      tab.clicks += 1;
    } catch (error) {
      const shows = await tab.page
        .getByRole('main')
        .textContent()
        .catch(() => null);
      tab.problems.push(`${area}: ${lineOf(error)}; the page shows "${shows?.slice(0, 200)}"`);
      return;
    }
    if ((await tab.page.getByText('temporarily unavailable').count()) > 0)
      tab.problems.push(`${area} was shown as unavailable`);
  }
}

async function deployAndRollBack({ tool }: ReleasedPortal): Promise<CheckCase[]> {
  const cases: CheckCase[] = [];
  for (let round = 0; round < deployments; round += 1) {
    const unit = areaIds[round % areaIds.length] ?? 'auth';
    const to = versionOf(newer, unit);
    const runs = [
      await tool(['deploy', `${unit}@${to}`, '--reason', 'under clicks']),
      await tool(['rollback', unit, '--reason', 'under clicks']),
    ];
    const failed = runs.filter(({ code }) => code !== 0);
    const times = runs.map(({ time }) => `${Math.round(time)} ms`).join(', ');
    cases.push({
      name: `deployment and rollback ${round + 1}, ${unit}: ${times}`,
      problems: failed.map(({ code, output }) => `ended with ${code}: ${output.trim()}`),
    });
  }
  return cases;
}

function problemsOf({ problems, documents }: Tab): string[] {
  return [...new Set(problems), ...(documents > 2 ? [`${documents - 1} reloads`] : [])];
}
