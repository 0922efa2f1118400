import type { Page } from '@playwright/test';
import { removeFirstResponses } from '@portal/testbed/fixtures/first-responses';
import { expectScreen, logOut, screenAt, welcomeHeading } from '@portal/testbed/fixtures/screens';
import { asCustomer, expect, test } from '../fixtures/portal-test.ts';

const cases = [
  { path: '/voicing/cdr', requests: [/\/cdr\?/, /\/cdr\/totals/] },
  { path: '/finances/payments', requests: [/\/v1\/finances\/payments\?/] },
  { path: '/messaging/history', requests: [/\/stats\?/, /\/messages\/totals/] },
  { path: '/welcome', requests: [/\/balance$/, /\/stats\?.*filter=day/, /\/report\?.*group_by=day/] },
] as const;

for (const { path, requests } of cases) {
  test(`${path} takes the responses to its first requests from its HTML, and leaves none there`, async ({
    page,
  }) => {
    const sent = recordRequests(page);
    const response = await page.goto(path);
    await expectScreen(page, screenAt(path));
    expect(response?.headers()['cache-control']).toBe('private, no-store');
    for (const pattern of [/\/profile$/, /\/services\/all$/, ...requests])
      expect(sent.filter((address) => pattern.test(address))).toEqual([]);
    await expect(page.locator('script[data-response]')).toHaveCount(0);
  });

  test(`${path} sends its first requests before any script of the portal runs, and once, if its HTML has no responses`, async ({
    page,
  }) => {
    await removeFirstResponses(page);
    const sent = recordRequests(page);
    const release = await holdScripts(page);
    const early = requests.map((pattern) => page.waitForRequest(pattern));
    await page.goto(path, { waitUntil: 'commit' });
    await Promise.all(early);
    release();
    await expectScreen(page, screenAt(path));
    expect(repeated(sent)).toEqual([]);
  });
}

test('shows the list of the address that was opened', async ({ page }) => {
  await removeFirstResponses(page);
  const sent = recordRequests(page);
  await page.goto('/voicing/cdr?limit=10&order=price');
  await expectScreen(page, screenAt('/voicing/cdr'));
  const lists = sent.filter((address) => address.includes('/cdr?'));
  expect(lists).toHaveLength(1);
  expect(lists[0]).toContain('order=price');
  expect(repeated(sent)).toEqual([]);
});

test.describe('a customer who logs out', () => {
  test.use(asCustomer);

  test('sees nothing of the account in a tab that was still loading', async ({ page, context, faults }) => {
    faults.expect(/401/);
    await page.goto('/welcome');
    await expect(welcomeHeading(page)).toBeVisible();
    const loading = await context.newPage();
    const release = await holdScripts(loading);
    await loading.goto('/finances/payments', { waitUntil: 'commit' });
    // The HTML is complete.
    await loading.waitForFunction(() => document.readyState !== 'loading');
    await logOut(page);
    release();
    await expect(loading).toHaveURL(/\/login/);
    await expect(loading.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
    await expect(loading.getByRole('navigation')).toHaveCount(0);
  });
});

/** The addresses of the requests to the API that only read, as they are sent. */
function recordRequests(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/v1/')) sent.push(request.url());
  });
  return sent;
}

/** Addresses that were requested more than once, whatever the order of their parameters. */
function repeated(sent: readonly string[]): string[] {
  const names = sent.map((address) => {
    const url = new URL(address);
    url.searchParams.sort();
    return url.href;
  });
  return names.filter((name, index) => names.indexOf(name) !== index);
}

/** Holds all scripts of the portal back. Returns the function that lets them arrive. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/(?:host|remotes)\/.*\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
