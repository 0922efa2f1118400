import type { Page } from '@playwright/test';
import { demo } from '@portal/testbed/fixtures/account';
import { logIn, navigation, rows, welcomeHeading } from '@portal/testbed/fixtures/screens';
import { serveAreaFor, startDevelopedPortal } from '@portal/testbed/runner/developed-portal';
import { asNobody, BrowserFaults, expect, test } from '../fixtures/portal-test.ts';

const edits = [
  {
    kind: 'code',
    file: 'remote-voicing/src/features/rented-numbers/rented-numbers-page.tsx',
    before: "title={t('title')}",
    after: "title={t('title').toUpperCase()}",
    isShown: () => document.querySelector('h1')?.textContent === 'RENTED PHONE NUMBERS',
  },
  {
    kind: 'text',
    file: 'remote-voicing/locales/en/voicingPhoneNumbers.json',
    before: 'The numbers you rent,',
    after: 'Every number you rent,',
    isShown: () => document.querySelector('main')?.textContent?.includes('Every number you rent,'),
  },
  {
    kind: 'style sheet',
    file: 'remote-voicing/src/features/rented-numbers/rented-numbers.module.css',
    before: 'max-width: 440px;',
    after: 'max-width: 333px;',
    isShown: () =>
      [...document.querySelectorAll('main *')].some(
        (element) => getComputedStyle(element).maxWidth === '333px',
      ),
  },
] as const;

// Two builds at the same time would distort the times.
test.describe.configure({ mode: 'default' });

test.describe('without a session', () => {
  test.use(asNobody);

  test('npm run dev shows edited code, texts and style sheets without a reload', async ({ browser }) => {
    test.setTimeout(300_000);
    await using portal = await startDevelopedPortal('voicing');
    await using context = await browser.newContext({ baseURL: portal.url });
    const faults = new BrowserFaults(context);
    const page = await context.newPage();
    await page.goto('/login');
    await logIn(page, demo);
    await expect(welcomeHeading(page)).toBeVisible();
    await navigation(page).getByRole('link', { name: 'Rented phone numbers' }).click();
    await expect(rows(page).first()).toBeVisible();

    const documents: string[] = [];
    page.on('framenavigated', (frame) => documents.push(frame.url()));
    for (const { kind, file, before, after, isShown } of edits) {
      const time = await editAndWait(page, () => portal.edit(file, before, after), isShown);
      console.log(`  npm run dev: edited ${kind} is on the screen after ${time} ms`);
    }
    expect(portal.log(), 'output of the builds').not.toMatch(/Conflicting order|compiled with/);
    expect(documents, 'documents that replaced the page').toEqual([]);
    expect(faults.unexpected()).toEqual([]);
  });
});

test('a deployed portal shows an area from a development server and reloads after an edit of its code', async ({
  page,
  faults,
}) => {
  test.setTimeout(300_000);
  await using area = await serveAreaFor(process.env['E2E_URL'] ?? '', 'voicing');
  // The page has requested the live release before it reads the override.
  faults.expect(/preload/);
  await page.goto('/about');
  await page.getByRole('textbox', { name: 'Address of the development server' }).fill(area.origin);
  await page.keyboard.press('Enter');
  const banner = page.getByRole('region', { name: 'Overrides in this tab' });
  await expect(banner).toContainText(`Voicing comes from ${area.origin}`);
  await page.goto('/voicing/rented-numbers');
  await expect(rows(page).first()).toBeVisible();
  const [{ file, before, after, isShown }] = edits;
  await editAndWait(page, () => area.edit(file, before, after), isShown);
  await expect(rows(page).first()).toBeVisible();
  await expect(banner).toBeVisible();
});

/** Milliseconds from an edit until the page shows it. */
async function editAndWait(
  page: Page,
  edit: () => Promise<void>,
  isShown: () => boolean | undefined,
): Promise<number> {
  const started = performance.now();
  await edit();
  await page.waitForFunction(isShown, undefined, { timeout: 30_000 });
  return Math.round(performance.now() - started);
}
