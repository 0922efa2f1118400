import type { Locator, Page } from '@playwright/test';
import { languages } from '@portal/contract/language';
import { expectScreen, navigation, screenAt, welcomeHeading } from '@portal/testbed/fixtures/screens';
import { asCustomer, asNobody, expect, test } from '../fixtures/portal-test.ts';

test.use(asNobody);

test('the HTML contains the login screen in every language', async ({ request }) => {
  const headings = new Set<string>();
  for (const language of languages) {
    const html = await (await request.get(`/login?language=${language}`)).text();
    expect(html).toContain(`<html lang="${language}"`);
    const heading = /<div id="prerendered">.*<h1>([^<]+)<\/h1>.*type="password"/s.exec(html)?.[1];
    expect(heading, language).toBeTruthy();
    headings.add(heading ?? '');
  }
  expect(headings.size).toBeGreaterThan(10);
});

test('nothing moves during hydration', async ({ page }) => {
  const host = Promise.withResolvers<void>();
  await page.route('**/host/**/main.*.js', (route) => host.promise.then(() => route.continue()));
  await page.goto('/login?language=de', { waitUntil: 'commit' });
  await expect(page.locator('#prerendered').getByRole('heading', { name: 'Anmelden' })).toBeVisible();
  const before = await places(page.locator('#prerendered'));
  expect(before.length).toBeGreaterThan(10);
  host.resolve();
  await expect(page.locator('#prerendered, #prerendered-screen')).toHaveCount(0);
  expect(await places(page.locator('#root'))).toEqual(before);
});

test('the login screen is painted as designed before any file has arrived', async ({ page }) => {
  await expectPainted(page, '/login', page.locator('#prerendered').getByRole('button', { name: 'Log in' }));
});

/** Holds back all files, and expects that a control has the colours of the design system. */
async function expectPainted(page: Page, path: string, control: Locator): Promise<void> {
  const files = Promise.withResolvers<void>();
  const requested: string[] = [];
  await page.route(/\.(?:js|css)$/, (route) => {
    requested.push(route.request().url());
    return files.promise.then(() => route.continue());
  });
  await page.goto(path, { waitUntil: 'commit' });
  await expect(control).toBeVisible();
  await expect(control).not.toHaveCSS('border-top-left-radius', '0px');
  expect(requested.some((url) => url.endsWith('.js'))).toBe(true);
  files.resolve();
}

/** The places of the frame's own elements, which the account does not change. */
function frameOf(parent: Locator): Promise<string[]> {
  return places(parent, 'header img, aside, nav, nav a, nav p');
}

function places(
  parent: Locator,
  selector = 'main, h1, form, input, button, a, header img',
): Promise<string[]> {
  return parent.locator(selector).evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [element.tagName, x, y, width, height].join(' ');
    }),
  );
}

test('the form is usable before the code is loaded: nothing typed or pressed is lost', async ({
  page,
  customer,
}) => {
  const host = Promise.withResolvers<void>();
  const area = Promise.withResolvers<void>();
  await page.route('**/host/**/main.*.js', (route) => host.promise.then(() => route.continue()));
  await page.route('**/remotes/auth/**/page-login.*.js', (route) =>
    area.promise.then(() => route.continue()),
  );
  await page.goto('/login', { waitUntil: 'commit' });
  await page.locator('#prerendered-screen input[type=email]').fill(customer.credentials.email);
  await page.locator('#prerendered-screen').getByText('Keep me logged in').click();
  await page.locator('#prerendered-screen input[type=password]').focus();
  host.resolve();
  await expect(page.locator('#root main > #prerendered-screen')).toBeVisible();
  // The frame is hydrated, the form is still the prerendered one, and the caret has not moved.
  await page.keyboard.type(customer.credentials.password);
  await page.keyboard.press('Enter');
  area.resolve();
  await expect(welcomeHeading(page)).toBeVisible();
});

test('a button that is held down while the portal takes over counts as pressed', async ({
  page,
  customer,
}) => {
  const host = Promise.withResolvers<void>();
  await page.route('**/host/**/main.*.js', (route) => host.promise.then(() => route.continue()));
  await page.goto('/login', { waitUntil: 'commit' });
  const screen = page.locator('#prerendered-screen');
  await screen.locator('input[type=email]').fill(customer.credentials.email);
  await screen.locator('input[type=password]').fill(customer.credentials.password);
  await screen.getByRole('button', { name: 'Log in' }).hover();
  await page.mouse.down();
  host.resolve();
  await expect(screen).toHaveCount(0);
  await page.mouse.up();
  await expect(welcomeHeading(page)).toBeVisible();
});

test.describe('the frame of the account', () => {
  test.use(asCustomer);

  test('stands before any script has run, and nothing of it moves when the portal takes over', async ({
    page,
  }) => {
    const host = Promise.withResolvers<void>();
    await page.route('**/host/**/main.*.js', (route) => host.promise.then(() => route.continue()));
    await page.goto('/voicing/cdr', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1, name: 'Voicing history' })).toBeVisible();
    await expect(navigation(page).locator('[aria-current=page]')).toHaveAttribute('href', '/voicing/cdr');
    const link = navigation(page).locator('a[href="/profile"]');
    await link.focus();
    const before = await frameOf(page.locator('#prerendered'));
    expect(before.length).toBeGreaterThan(15);
    host.resolve();
    await expectScreen(page, screenAt('/voicing/cdr'));
    await expect(page.locator('#prerendered, #prerendered-screen')).toHaveCount(0);
    await expect(page.locator('#root').locator('nav a[href="/profile"]')).toBeFocused();
    expect(await frameOf(page.locator('#root'))).toEqual(before);
  });

  test('is painted as designed before any file has arrived', async ({ page }) => {
    await expectPainted(page, '/voicing/cdr', navigation(page).locator('a[aria-current=page]'));
  });

  test('has the description of a page, which stays when the portal takes over', async ({ page }) => {
    for (const path of ['/finances/payments', '/profile', '/voicing/rented-numbers']) {
      const host = Promise.withResolvers<void>();
      await page.route('**/host/**/main.*.js', (route) => host.promise.then(() => route.continue()));
      await page.goto(path, { waitUntil: 'commit' });
      const prerendered = page.locator('#prerendered-screen header');
      await expect(prerendered).toBeVisible();
      const text = (await prerendered.locator('p').textContent()) ?? '';
      expect(text.length).toBeGreaterThan(20);
      host.resolve();
      await expect(page.locator('#prerendered, #prerendered-screen')).toHaveCount(0);
      await expect(page.locator('main header p').first()).toHaveText(text);
      await page.unrouteAll();
    }
  });

  test('its links lead on before any script has run', async ({ page }) => {
    const host = Promise.withResolvers<void>();
    await page.route('**/host/**/main.*.js', (route) => host.promise.then(() => route.continue()));
    await page.goto('/welcome', { waitUntil: 'commit' });
    await navigation(page).locator('a[href="/voicing/prices"]').click({ noWaitAfter: true });
    await expect(page.getByRole('heading', { level: 1, name: 'Voicing prices' })).toBeVisible();
    host.resolve();
    await expectScreen(page, screenAt('/voicing/prices'));
  });
});

test('a visitor without a session does not see the frame of the account', async ({ request }) => {
  expect(await (await request.get('/voicing/cdr')).text()).not.toContain('id="prerendered"');
});

test.describe('a portal whose own code cannot be loaded', () => {
  for (const [name, file] of [
    ['main', '**/host/**/main.*.js'],
    ['react', '**/host/**/react.*.js'],
  ] as const) {
    test(`says so and starts after a retry: ${name}`, async ({ page, faults }) => {
      faults.expect(/404|integrity|undefined/);
      await page.route(file, (route) => route.fulfill({ status: 404, body: 'gone' }));
      await page.goto('/login?language=de');
      await expect(page.getByRole('heading', { level: 1, name: 'Das Portal' })).toBeVisible();
      await expect(page.locator('#prerendered')).toBeHidden();
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Erneut versuchen' }).click();
      await expect(page.locator('#root').getByRole('heading', { name: 'Anmelden' })).toBeVisible();
    });
  }
});
