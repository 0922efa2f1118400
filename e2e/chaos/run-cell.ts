import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import type { StoredState } from '@portal/testbed/fixtures/account';
import { proofOf } from '@portal/testbed/fixtures/area-proofs';
import { navigation, rows } from '@portal/testbed/fixtures/screens';
import { watch, watched } from '@portal/testbed/fixtures/watched-page';
import { type FaultProxy, startFaultProxy } from '@portal/testbed/proxy/fault-proxy';
import type { Cell } from './cells.ts';
import { inject, type Lift, type Target } from './inject.ts';
import { firstOutcome, type Outcome, type Proof, proofIn } from './observations.ts';

export interface Stand extends Target {
  browser: Browser;
  /** Origin of the portal. */
  url: string;
  state: StoredState;
}

export interface CellResult {
  outcome: Outcome;
  /** Milliseconds from the visit to the outcome. */
  time: number;
  /** Milliseconds from "Try again" until it works; undefined without a retry. */
  retry?: number;
  problems: string[];
}

/** Milliseconds from a visit to a working screen or to the message that it is unavailable. */
export const budget = 10_000;
/** Milliseconds to the first text on the page. */
const shellBudget = 4_000;

/** Milliseconds in which the message must be shown again after going back to the page. */
const patience = 10_000;

const others = proofOf('voicing');
const failingPath = '/finances/payments';

/** Injects the cell's fault in a new browser context and checks everything the portal promises. */
export async function runCell(cell: Cell, stand: Stand): Promise<CellResult> {
  await using proxy = await startFaultProxy(stand.url);
  await using context = await stand.browser.newContext({
    baseURL: proxy.url,
    storageState: stand.state,
    locale: 'en-GB',
    viewport: { width: 1280, height: 860 },
  });
  try {
    const page = await context.newPage();
    await watch(page);
    const visited = await visit(cell, { ...stand, proxy, context, page });
    return await follow(cell, page, visited).finally(visited.lift);
  } catch (error) {
    const text = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return { outcome: 'neither', time: 0, problems: [text] };
  }
}

interface Visited {
  started: number;
  lift: Lift;
}

async function follow(cell: Cell, page: Page, { started, lift }: Visited): Promise<CellResult> {
  const proof = proofIn(page, cell.part);
  const outcome = await firstOutcome(proof, started);
  const problems: string[] = [];
  if (outcome.outcome === 'neither') problems.push('neither a working screen nor a message');
  if (outcome.time > budget) problems.push(`${outcome.time} ms, more than ${budget}`);
  problems.push(...expectedOutcome(cell, outcome.outcome), ...(await whatWasSeen(cell, page)));
  if (cell.part === 'lazy chunk') problems.push(...(await closeSidebar(page)));
  problems.push(...(await othersWork(page)));
  if (outcome.outcome === 'usable') return { ...outcome, problems };
  await page.goBack();
  if (cell.part === 'lazy chunk') await openSidebar(page);
  // The page must fail again before the fault is lifted.
  await proof.message.waitFor({ timeout: patience }).catch(() => undefined);
  await lift();
  const { problem, ...retried } = await tryAgain(page, proof);
  if (problem !== undefined) problems.push(problem);
  return { ...outcome, ...retried, problems };
}

interface Scene extends Stand {
  proxy: FaultProxy;
  context: BrowserContext;
  page: Page;
}

/** Opens the failing page with the fault. */
async function visit(cell: Cell, scene: Scene): Promise<Visited> {
  const { page } = scene;
  const target = cell.part === 'lazy chunk' ? `${failingPath}?sidebar=finances/top-up` : failingPath;
  if (cell.visit === 'first load') {
    const lift = await inject(cell, scene);
    const started = Date.now();
    await page.goto(target, { waitUntil: 'commit' });
    await stamp(page);
    return { started, lift };
  }
  // The welcome page has plates of every area. This page loads nothing of finances.
  await page.goto(cell.part === 'lazy chunk' ? failingPath : '/messaging/history');
  await rows(page).first().waitFor();
  await stamp(page);
  const lift = await inject(cell, scene);
  const started = Date.now();
  if (cell.part === 'lazy chunk') await openSidebar(page);
  else await link(page, failingPath).click();
  return { started, lift };
}

function expectedOutcome({ part, hasPrevious }: Cell, outcome: Outcome): string[] {
  // The page continues with the composition that it has stored.
  const isHarmless = part === 'manifest';
  return (isHarmless || hasPrevious) && outcome !== 'usable' ? ['it must work in spite of the fault'] : [];
}

async function whatWasSeen({ hasPrevious }: Cell, page: Page): Promise<string[]> {
  const seen = await watched(page);
  const problems: string[] = [];
  if (seen.drawnAt > shellBudget) problems.push(`nothing was displayed for ${Math.round(seen.drawnAt)} ms`);
  if (seen.wentBlank) problems.push('the page went blank');
  if (seen.saidNotFound) problems.push('the page was reported as not found');
  if (seen.rawKeys.length > 0) problems.push(`translation keys instead of texts: ${seen.rawKeys[0]}`);
  if (hasPrevious && seen.saidUnavailable)
    problems.push('the customer saw the message in spite of the previous release');
  return problems;
}

async function othersWork(page: Page): Promise<string[]> {
  try {
    await link(page, others.path).click({ timeout: 3_000 });
    await rows(page).first().waitFor({ timeout: 10_000 });
    await page.getByRole('heading', { level: 1, name: others.title }).waitFor({ timeout: 3_000 });
    return [];
  } catch {
    return ['another area did not work'];
  }
}

async function tryAgain(
  page: Page,
  { usable, message }: Proof,
): Promise<{ retry?: number; problem?: string }> {
  try {
    const started = Date.now();
    await message.getByRole('button', { name: 'Try again' }).click({ timeout: 8_000 });
    await usable(12_000);
    const retry = Date.now() - started;
    const isSamePage = await page.evaluate(() => 'isSamePage' in globalThis);
    return isSamePage ? { retry } : { retry, problem: 'the page was reloaded' };
  } catch {
    return { problem: 'the retry failed although the fault was lifted' };
  }
}

async function openSidebar(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Top up' }).first().click();
}

async function closeSidebar(page: Page): Promise<string[]> {
  const sidebar = page.getByRole('dialog', { name: 'Top up balance' });
  try {
    await sidebar.getByRole('button', { name: 'Close' }).click({ timeout: 5_000 });
    await sidebar.waitFor({ state: 'hidden', timeout: 3_000 });
    await rows(page).first().waitFor({ timeout: 8_000 });
    return [];
  } catch {
    return ['the page beside the sidebar did not work'];
  }
}

function link(page: Page, path: string): Locator {
  return navigation(page).locator(`a[href="${path}"]`);
}

/** Marks the document. A reload removes the mark. */
async function stamp(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
}
