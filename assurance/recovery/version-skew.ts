// Combines four versions of the host with four versions of the areas. Every screen works and runs the expected code.
import type { Page } from '@playwright/test';
import { type AreaId, areaIds, proofOf } from '@portal/testbed/fixtures/area-proofs';
import { navigation } from '@portal/testbed/fixtures/screens';
import { type Releases, releasesOf } from '@portal/testbed/releases/archive';
import type { ComposedPortal } from '@portal/testbed/releases/portal-folder';
import { type CheckPortal, composedOf, withPortal } from '../harness/portal.ts';
import { type CheckCase, reportCases, tryCase } from '../harness/report.ts';

const versions = ['0.0.6', '0.0.7', '0.0.8', '0.0.9'] as const;
type Version = (typeof versions)[number];

const archived = new Map<Version, Releases>();
for (const version of versions) archived.set(version, await releasesOf(version));

await withPortal(
  async (portal) => {
    const cases: CheckCase[] = [];
    for (const host of versions) {
      for (const areas of versions) {
        await portal.portal.compose(portalOf(host, areas));
        cases.push(await smoke(portal, { host, areas }));
      }
    }
    cases.push(await oldTab(portal));
    reportCases('version-skew', cases);
  },
  { composed: portalOf(versions[0], versions[0]) },
);

function portalOf(host: Version, areas: Version): ComposedPortal {
  return composedOf(archived.get(areas) ?? new Map(), archived.get(host));
}

function smoke(
  { browser, url, state }: CheckPortal,
  { host, areas }: { host: Version; areas: Version },
): Promise<CheckCase> {
  return tryCase(`host ${host} × areas ${areas}`, async (problems) => {
    await using context = await browser.newContext({ baseURL: url, storageState: state, locale: 'en-GB' });
    const page = await context.newPage();
    await page.goto('/finances/payments');
    for (const area of areaIds.filter((id) => id !== 'auth')) await openArea(page, area, areas);
    const marks = await marksOf(page);
    // The login page clears the session, so it gets a context without one.
    await using anonymous = await browser.newContext({ baseURL: url, locale: 'en-GB' });
    const second = await anonymous.newPage();
    await second.goto('/login');
    await proofOf('auth').shown(second).waitFor();
    await second.waitForFunction(hasRun, `auth ${areas}`);
    marks.push(...(await marksOf(second)));
    const expected = [`host ${host}`, ...areaIds.map((area) => `${area} ${areas}`)];
    const missing = expected.filter((mark) => !marks.includes(mark));
    const strange = marks.filter((mark) => !expected.includes(mark));
    problems.push(...missing.map((mark) => `${mark} did not run`));
    problems.push(...strange.map((mark) => `${mark} ran instead`));
  });
}

async function openArea(page: Page, area: AreaId, version: Version): Promise<void> {
  const { path, shown, text } = proofOf(area);
  await navigation(page).locator(`a[href="${path}"]`).click({ timeout: 15_000 });
  await shown(page).waitFor({ timeout: 15_000 });
  const words = page.getByRole('main').getByText(text);
  await words
    .filter({ hasText: `[${version}]` })
    .first()
    .waitFor();
}

/** A page keeps its versions while three newer ones go live. */
function oldTab({ portal, browser, url, state }: CheckPortal): Promise<CheckCase> {
  const [oldest] = versions;
  const newest = versions.at(-1) ?? oldest;
  return tryCase('a page of the oldest version while the newest is live', async (problems) => {
    await portal.compose(portalOf(oldest, oldest));
    await using context = await browser.newContext({ baseURL: url, storageState: state });
    const page = await context.newPage();
    await page.goto('/finances/payments?language=en');
    await openArea(page, 'finances', oldest);
    await portal.compose(portalOf(newest, newest));
    for (const area of areaIds.filter((id) => id !== 'auth')) await openArea(page, area, oldest);
    const strange = (await marksOf(page)).filter((mark) => !mark.endsWith(oldest));
    problems.push(...strange.map((mark) => `${mark} ran in a page of ${oldest}`));
  });
}

function hasRun(mark: string): boolean {
  return (globalThis as unknown as Marked).portalMarks?.includes(mark) ?? false;
}

function marksOf(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as Marked).portalMarks ?? []);
}

/** The units whose code has run, with versions, such as "auth 0.0.9". */
interface Marked {
  portalMarks?: string[];
}
