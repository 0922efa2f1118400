import type { Page } from '@playwright/test';
import {
  type AreaId,
  areaIds,
  expectAreaWorks,
  proofOf,
  unavailable,
} from '@portal/testbed/fixtures/area-proofs';
import { expectLoaded, navigation, rows, welcomeHeading } from '@portal/testbed/fixtures/screens';
import { type Fault, faults } from '../fixtures/live-releases.ts';
import { expect, test } from '../fixtures/portal-test.ts';

/**
 * Milliseconds after the navigation: long enough for a busy machine, shorter than a fault that nobody limits. The chaos suite and
 * the check one-area-down measure the times.
 */
const shellLimit = 20_000;
const panelLimit = 30_000;
test.describe.configure({ timeout: 120_000 });

// The browser and the federation runtime report the faults of these tests.
test.beforeEach(({ faults: browser }) => browser.expect(/./));

/** Every fault and every area: the same code loads all areas, so not every pair. */
const failures: readonly (readonly [AreaId, keyof typeof faults])[] = [
  ['auth', 'a 404'],
  ['auth', 'no response'],
  ['profile', 'a 500'],
  ['finances', 'HTML with 200'],
  ['messaging', 'a lost connection'],
  ['voicing', 'no response'],
];

for (const [area, name] of failures) {
  test(`${area} fails with ${name}: the rest works, and the area recovers without a reload`, async ({
    page,
    context,
  }) => {
    const files = `**/remotes/${area}/**`;
    await context.route(files, faults[name]);
    await expectContained(page, area);
    if (area !== 'auth') await expectOthersWork(page, area);
    // The login page ends the session, so it gets a tab of its own.
    const second = await context.newPage();
    if (area !== 'auth') await expectAreaWorks(second, 'auth');
    else await second.goto('/welcome').then(() => expectOthersWork(second, area));
    await second.close();
    await page.bringToFront();
    const link = navigation(page).locator(`a[href="${proofOf(area).path}"]`);
    if (area !== 'auth') await link.click();
    await context.unroute(files, faults[name]);
    await expectRecovery(page, area);
  });
}

async function expectOthersWork(page: Page, area: AreaId): Promise<void> {
  const others = areaIds.filter((other) => other !== area && other !== 'auth');
  for (const other of others) await expectAreaWorks(page, other);
}

/** Opens the area's screen: the frame is usable, and the page shows in time that it is unavailable. */
async function expectContained(page: Page, area: AreaId): Promise<void> {
  const { path, title } = proofOf(area);
  const started = Date.now();
  await page.goto(path, { waitUntil: 'commit' });
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  if (area !== 'auth') await expect(navigation(page)).toBeVisible({ timeout: shellLimit });
  await page.getByRole('button', { name: 'Language' }).click({ timeout: shellLimit });
  await expect(page.getByRole('menuitemradio', { name: 'Deutsch' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(unavailable(page, title)).toBeVisible({ timeout: panelLimit - (Date.now() - started) });
}

async function expectRecovery(page: Page, area: AreaId): Promise<void> {
  const { title, shown, text } = proofOf(area);
  const retry = unavailable(page, title).getByRole('button', { name: 'Try again' });
  // A response that was late replaces the message without a click.
  await retry.or(shown(page)).first().waitFor();
  await retry.click({ timeout: 5_000 }).catch(() => undefined);
  await expect(shown(page)).toBeVisible();
  await expect(unavailable(page, title)).toHaveCount(0);
  await expect(page.getByRole('main').getByText(text), 'its texts are here, too').toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in globalThis), 'the page was not reloaded').toBe(true);
}

const files: Record<string, { file: string; fault: Fault }> = {
  'throws at its start': {
    file: '**/remotes/voicing/*/area.*.js*',
    fault: (route) => route.fulfill({ contentType: 'text/javascript', body: "throw new Error('at start')" }),
  },
  'has an entry that throws': {
    file: '**/remotes/voicing/*/remote-entry.*.js*',
    fault: (route) => route.fulfill({ contentType: 'text/javascript', body: "throw new Error('in entry')" }),
  },
  'throws while it draws': {
    file: '**/remotes/voicing/*/page-cdr.*.js*',
    fault: async (route) => {
      const response = await route.fetch();
      const code = await response.text();
      const broken = code.replace(/\bdefault:\(\)=>[\w$]+/, "default:()=>()=>{throw new Error('in render')}");
      expect(broken, 'the page component was found in its chunk').not.toBe(code);
      await route.fulfill({ response, body: broken });
    },
  },
  'has a page chunk that never comes': {
    file: '**/remotes/voicing/*/page-cdr.*.js*',
    fault: faults['no response'],
  },
  'has a style sheet that never comes': {
    file: '**/remotes/voicing/*/page-cdr.*.css*',
    fault: faults['no response'],
  },
};

for (const [name, { file, fault }] of Object.entries(files)) {
  test(`an area that ${name} does not affect the others and recovers`, async ({ page }) => {
    await page.route(file, fault);
    await expectContained(page, 'voicing');
    await expectAreaWorks(page, 'finances');
    await page.goBack({ waitUntil: 'commit' });
    await page.unroute(file, fault);
    await expectRecovery(page, 'voicing');
  });
}

test('a file of the host that is lost once is loaded again', async ({ page, context, browser }) => {
  const isChunk = (url: string) => /\/host\/[^/]+\/(?!main)[^/]+\.js/.test(url);
  const chunks = new Set<string>();
  page.on('request', (request) => isChunk(request.url()) && chunks.add(new URL(request.url()).pathname));
  await page.goto('/profile');
  await expectLoaded(page);
  const lost = new Set<string>();
  for (const chunk of chunks) {
    // Without the files that the first page has loaded.
    const visitor = await browser.newContext({ storageState: await context.storageState() });
    const next = await visitor.newPage();
    await next.route(`**${chunk}*`, (route) => {
      if (lost.has(chunk)) return route.continue();
      lost.add(chunk);
      return route.abort('connectionreset');
    });
    await next.goto('/profile');
    await expect(proofOf('profile').shown(next), chunk).toBeVisible();
    await visitor.close();
  }
  // Those of the frame and of the shared modules, at least; some are requested too late for this test.
  expect(lost.size).toBeGreaterThan(2);
});

test('the welcome page works when plates fail', async ({ page }) => {
  await page.route('**/remotes/voicing/**', faults['a 404']);
  await page.goto('/welcome');
  await expect(welcomeHeading(page)).toBeVisible();
  await expect(unavailable(page, 'Voicing').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Overview' }).getByText('€').first()).toBeVisible();
  await page.unroute('**/remotes/voicing/**');
  await unavailable(page, 'Voicing').first().getByRole('button', { name: 'Try again' }).click();
  await expect(unavailable(page, 'Voicing')).toHaveCount(0);
});

test('the page works when its sidebar fails', async ({ page }) => {
  await page.route('**/remotes/profile/**', faults['a 500']);
  await page.goto('/voicing/cdr');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Support' }).click();
  const sidebar = page.getByRole('dialog', { name: 'Support' });
  await expect(unavailable(page, 'Support')).toBeVisible();
  await page.unroute('**/remotes/profile/**');
  await sidebar.getByRole('button', { name: 'Try again' }).click();
  await expect(sidebar.getByRole('textbox').first()).toBeVisible();
  await sidebar.getByRole('button', { name: 'Close' }).click();
  await expect(sidebar).toHaveCount(0);
  await expect(rows(page).first()).toBeVisible();
});
