import { demo } from '@portal/testbed/fixtures/account';
import { logIn, navigation, rows, welcomeHeading } from '@portal/testbed/fixtures/screens';
import { codeEdit, sourceEdits } from '@portal/testbed/fixtures/source-edits';
import { serveAreaFor, startDevelopedPortal } from '@portal/testbed/runner/developed-portal';
import { asNobody, BrowserFaults, expect, test } from '../fixtures/portal-test.ts';

/** Milliseconds that only a hang exceeds: builds share the machine with whatever else runs. */
const limit = 60_000;

test.setTimeout(5 * limit);

test.describe('without a session', () => {
  test.use(asNobody);

  test('npm run dev shows edited code, texts and style sheets without a reload', async ({ browser }) => {
    await using portal = await startDevelopedPortal('voicing');
    await using context = await browser.newContext({ baseURL: portal.url });
    const faults = new BrowserFaults(context);
    // The host's development build is large: on a slow machine the preloaded files of an area wait for it.
    faults.expect(/was preloaded using link preload but not used/);
    const page = await context.newPage();
    await page.goto('/login');
    await expect(page.getByLabel('E-mail')).toBeVisible({ timeout: limit });
    await logIn(page, demo);
    await expect(welcomeHeading(page)).toBeVisible({ timeout: limit });
    await navigation(page).getByRole('link', { name: 'Rented phone numbers' }).click();
    await expect(rows(page).first()).toBeVisible({ timeout: limit });

    const documents: string[] = [];
    page.on('framenavigated', (frame) => documents.push(frame.url()));
    for (const edit of sourceEdits) {
      await portal.edit(edit, 1);
      const options = { message: `the page shows the edited ${edit.kind}`, timeout: limit };
      await expect.poll(() => page.evaluate(edit.isShown, 1), options).toBe(true);
    }
    expect(portal.log(), 'output of the builds').not.toMatch(/Conflicting order|compiled with/);
    expect(documents, 'documents that replaced the page').toEqual([]);
    expect(faults.unexpected()).toEqual([]);
  });
});

test('a deployed portal shows an area from a development server and reloads after each edit', async ({
  page,
  faults,
}) => {
  await using area = await serveAreaFor(process.env['E2E_URL'] ?? '', 'voicing');
  // The page has requested the live release before it reads the override.
  faults.expect(/preload/);
  await page.goto('/about');
  await page.getByRole('textbox', { name: 'Address of the development server' }).fill(area.origin);
  await page.keyboard.press('Enter');
  const banner = page.getByRole('region', { name: 'Overrides in this tab' });
  await expect(banner).toContainText(`Voicing comes from ${area.origin}`);
  await page.goto('/voicing/rented-numbers');
  await expect(rows(page).first()).toBeVisible({ timeout: limit });

  const reload = page.waitForEvent('framenavigated', { timeout: limit });
  await area.edit(codeEdit, 1);
  await reload;
  // While the page that shows the first edit is loading.
  await area.edit(codeEdit, 2);
  const heading = page.getByRole('heading', { level: 1, name: 'Rented phone numbers 2' });
  await expect(heading).toBeVisible({ timeout: limit });
  await expect(rows(page).first()).toBeVisible({ timeout: limit });
  await expect(banner).toBeVisible();
  // Otherwise the page reports the end of the development server.
  await page.close();
});
