import { type BrowserContext, expect, type Page, type Request } from '@playwright/test';
import {
  type AreaId,
  areaIds,
  expectAreaWorks,
  proofOf,
  unavailable,
} from '@portal/testbed/fixtures/area-proofs';
import { navigation } from '@portal/testbed/fixtures/screens';
import { watch, watched } from '@portal/testbed/fixtures/watched-page';
import { type FaultProxy, startFaultProxy } from '@portal/testbed/proxy/fault-proxy';
import { armingCookie } from '@portal/testbed/releases/armed-release';
import type { CheckPortal } from '../harness/portal.ts';
import { type CheckCase, tryCase } from '../harness/report.ts';
import type { AreaFault } from './area-faults.ts';

interface Cell {
  area: AreaId;
  fault: AreaFault;
}

/** Milliseconds. */
export interface CellTimes {
  /** Until shell and navigation are usable, without the fault. */
  normal: number;
  /** The same with the fault. */
  shell: number;
  /** Until the message is shown. */
  message: number;
  /** From the press on "Try again" to the working page. */
  retry: number;
}

interface Stand extends Cell {
  portal: CheckPortal;
  proxy: FaultProxy;
}

/** Milliseconds that the shell may take longer than without the fault. */
const shellDelay = 2_000;
/** Visits of which the fastest counts, because the machine may be busy during one of them. */
const visits = 3;
/** Milliseconds, longer than every limit of the portal and than the slowest file. */
const patience = 45_000;

/** Opens the failing area, uses the other four, lifts the fault and retries. */
export function runCell(cell: Cell, portal: CheckPortal, times: CellTimes[]): Promise<CheckCase> {
  const { area, fault } = cell;
  return tryCase(`${area} × ${fault.name}`, async (problems) => {
    await using proxy = await startFaultProxy(portal.url);
    const stand = { ...cell, portal, proxy };
    const normal = await timeOfVisit(stand);
    injectInto(stand);
    await using context = await openContext(stand, { isFaulty: true });
    const errors = errorsIn(context);
    const late = requestsIn(context);
    const page = await context.newPage();
    page.setDefaultTimeout(patience);
    await watch(page);
    const started = performance.now();
    let shell = await timeToShell(page, area);
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
    await unavailable(page, proofOf(area).title).waitFor();
    const message = performance.now() - started;
    for (let visit = 1; visit < visits && shell > normal + shellDelay; visit += 1)
      shell = Math.min(shell, await timeOfVisit(stand, { isFaulty: true }));
    if (shell > normal + shellDelay)
      problems.push(`the shell took ${Math.round(shell - normal)} ms longer than without the fault`);
    await useOthers(stand, page);
    const isHit =
      fault.error === undefined ? proxy.faulty > 0 : errors.some((text) => fault.error?.test(text));
    if (!isHit) problems.push(`the fault hit nothing: ${errors.join(', ')}`);
    const retry = await recover(stand, page);
    if (fault.isLate) {
      await expect.poll(() => late.size, { timeout: patience }).toBe(0);
      await expectRecovered(page, area);
    }
    const { wentBlank, saidNotFound, rawKeys } = await watched(page);
    if (wentBlank) problems.push('the page went blank');
    if (saidNotFound) problems.push('the page was reported as not found');
    if (rawKeys.length > 0) problems.push(`translation keys instead of texts: ${rawKeys[0]}`);
    times.push({ normal, shell, message, retry });
  });
}

function injectInto({ area, fault, portal, proxy }: Stand): void {
  const base = portal.portal.live().areas.find((one) => one.area.id === area)?.active.base;
  if (base === undefined) throw new Error(`${area} is not in the composition`);
  const { transport } = fault;
  if (transport) proxy.inject((path) => path.startsWith(base) && transport.hits(path), transport.fault);
}

/** A new browser: with a session, except for the login page, which needs none. */
async function openContext(
  { area, fault, portal, proxy }: Stand,
  { isFaulty = false, isVisitor = area === 'auth' } = {},
): Promise<BrowserContext> {
  const context = await portal.browser.newContext({
    baseURL: proxy.url,
    locale: 'en-GB',
    viewport: { width: 1280, height: 860 },
    ...(!isVisitor && { storageState: portal.state }),
  });
  if (isFaulty && fault.arming)
    await context.addCookies([{ name: armingCookie, value: `${area}-${fault.arming}`, url: proxy.url }]);
  return context;
}

async function timeOfVisit(stand: Stand, options = { isFaulty: false }): Promise<number> {
  await using context = await openContext(stand, options);
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  // Without `await`, the context would be closed first.
  return await timeToShell(page, stand.area);
}

/** Milliseconds until the navigation is there and the shell responds to a click. */
async function timeToShell(page: Page, area: AreaId): Promise<number> {
  const started = performance.now();
  await page.goto(proofOf(area).path, { waitUntil: 'commit' });
  if (area !== 'auth') await navigation(page).getByRole('link', { name: 'Profile' }).waitFor();
  await page.getByRole('banner').getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).waitFor();
  const time = performance.now() - started;
  await page.keyboard.press('Escape');
  return time;
}

/** Uses the other four areas: three in the account, through the navigation, and the login page. */
async function useOthers(stand: Stand, page: Page): Promise<void> {
  const others = areaIds.filter((one) => one !== stand.area && one !== 'auth');
  await using context = await openContext(stand, { isFaulty: true, isVisitor: stand.area !== 'auth' });
  const second = await context.newPage();
  if (stand.area === 'auth') {
    await second.goto('/welcome');
    for (const area of others) await expectAreaWorks(second, area);
  } else {
    for (const area of others) await expectAreaWorks(page, area);
    await expectAreaWorks(second, 'auth');
    await navigation(page)
      .locator(`a[href="${proofOf(stand.area).path}"]`)
      .click();
  }
}

/** Lifts the fault, presses the button and returns the milliseconds until the area works. */
async function recover({ area, proxy }: Stand, page: Page): Promise<number> {
  const message = unavailable(page, proofOf(area).title);
  await message.waitFor();
  proxy.lift();
  await page.context().clearCookies({ name: armingCookie });
  const started = performance.now();
  await message.getByRole('button', { name: 'Try again' }).click();
  await expectRecovered(page, area);
  return performance.now() - started;
}

async function expectRecovered(page: Page, area: AreaId): Promise<void> {
  const { title, shown, text } = proofOf(area);
  await shown(page).waitFor();
  await expect(unavailable(page, title)).toHaveCount(0);
  await page.getByRole('main').getByText(text).waitFor();
  expect(await page.evaluate(() => 'isSamePage' in globalThis), 'the page was not reloaded').toBe(true);
}

/** Uncaught errors and console errors, as they come. */
function errorsIn(context: BrowserContext): string[] {
  const errors: string[] = [];
  context.on('weberror', (fault) => errors.push(String(fault.error())));
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return errors;
}

/** The requests that have no response yet. */
function requestsIn(context: BrowserContext): ReadonlySet<Request> {
  const pending = new Set<Request>();
  context.on('request', (request) => pending.add(request));
  context.on('requestfinished', (request) => pending.delete(request));
  context.on('requestfailed', (request) => pending.delete(request));
  return pending;
}
