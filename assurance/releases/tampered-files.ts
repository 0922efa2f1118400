// Changes or adds a byte in every kind of file of the host and of each area. No tampered file runs.
import type { Page } from '@playwright/test';
import { rows } from '@portal/testbed/fixtures/screens';
import { type FaultProxy, startFaultProxy } from '@portal/testbed/proxy/fault-proxy';
import { altered, tamperMark } from '@portal/testbed/proxy/faults';
import { inParallel } from '@portal/testbed/runner/concurrency';
import { type CheckPortal, withPortal } from '../harness/portal.ts';
import { type CheckCase, reportCases, tryCase } from '../harness/report.ts';
import { type TamperedFile, tamperedFiles } from './tampering.ts';

/** Milliseconds in which a page must finish loading and send its report. */
const limit = 12_000;

await withPortal(async (portal) => {
  const files = tamperedFiles(portal.portal.live(), portal.portal.folder);
  const cases = await inParallel(files, 3, (file) => tryFile(file, portal));
  reportCases('tampered-files', cases);
});

function tryFile(file: TamperedFile, { browser, state, url }: CheckPortal): Promise<CheckCase> {
  return tryCase(file.name, async (problems) => {
    await using proxy = await startFaultProxy(url);
    await using context = await browser.newContext({
      baseURL: proxy.url,
      locale: 'en-GB',
      ...(file.isAnonymous ? {} : { storageState: state }),
    });
    const page = await context.newPage();
    const refused: string[] = [];
    page.on('console', (message) => {
      if (/integrity|Content Security Policy/i.test(message.text())) refused.push(message.text());
    });
    let hasRun = false;
    await page.exposeFunction('reportTampered', () => {
      hasRun = true;
    });
    // The page may reload after an incomplete start, and what ran before would be forgotten.
    await page.addInitScript((mark) => {
      Object.defineProperty(globalThis, mark, { set: () => Reflect.get(globalThis, 'reportTampered')() });
    }, tamperMark);
    proxy.inject((path) => new URL(path, url).pathname === file.path, altered(file.change));
    await page.goto(file.visit, { waitUntil: 'commit' });
    problems.push(...(await problemsOf({ file, page, proxy, refused })));
    if (hasRun) problems.push('the tampered file ran');
  });
}

interface Trial {
  file: TamperedFile;
  page: Page;
  proxy: FaultProxy;
  refused: string[];
}

async function problemsOf({ file, page, proxy, refused }: Trial): Promise<string[]> {
  const problems: string[] = [];
  const isReported = () =>
    proxy.asked.includes('/portal/reports') || proxy.asked.includes('/portal/incidents');
  const deadline = Date.now() + limit;
  const mustReport = file.isCode && !file.isInHtml;
  const isSettled = () =>
    proxy.faulty > 0 && (!file.isCode || refused.length > 0) && (!mustReport || isReported());
  while (Date.now() < deadline && !isSettled()) await page.waitForTimeout(100);
  // There is no event for code that does not run; this is the time it would need.
  await page.waitForTimeout(500);
  // The page reloads at most once.
  const seen = await lookAt(page).catch(() => page.waitForLoadState().then(() => lookAt(page)));
  if (proxy.faulty === 0) problems.push('the file was never requested: the case proves nothing');
  if (seen.isStyled) problems.push('the tampered style sheet was applied');
  if (seen.isBlank) problems.push('the page is blank');
  if (file.isCode && refused.length === 0) problems.push('the browser refused nothing');
  if (mustReport && !isReported()) problems.push('the incident was not reported');
  if (file.owner !== 'host' && !(await hasWorkingNeighbour(page, file)))
    problems.push('another area does not work');
  return problems;
}

function lookAt(page: Page) {
  return page.evaluate(() => ({
    isStyled: getComputedStyle(document.documentElement).getPropertyValue('--portal-tampered') !== '',
    // biome-ignore lint/performance/useDomNodeTextContent: only visible text counts; textContent includes scripts.
    isBlank: document.body.innerText.trim() === '' && document.querySelector('[role=progressbar]') === null,
  }));
}

/** Checks that another area still works on the same page. */
async function hasWorkingNeighbour(page: Page, file: TamperedFile): Promise<boolean> {
  if (file.isAnonymous) return true;
  try {
    await page.goto(file.owner === 'voicing' ? '/messaging/history' : '/voicing/cdr');
    await rows(page).first().waitFor({ timeout: 10_000 });
    return true;
  } catch {
    return false;
  }
}
