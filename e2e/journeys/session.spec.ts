import type { Page } from '@playwright/test';
import { type Credentials, demo } from '@portal/testbed/fixtures/account';
import { removeFirstResponses } from '@portal/testbed/fixtures/first-responses';
import {
  endSession,
  expectScreen,
  logIn,
  logOut,
  openScreen,
  screenAt,
  welcomeHeading,
} from '@portal/testbed/fixtures/screens';
import { asCustomer, asNobody, expect, test } from '../fixtures/portal-test.ts';

const history = screenAt('/voicing/cdr');

/** Logs in in a tab that shows the login page. */
async function logInInTab(tab: Page, credentials: Credentials): Promise<void> {
  // A background tab hardly renders, so it cannot be clicked.
  await tab.bringToFront();
  await logIn(tab, credentials);
  await expect(welcomeHeading(tab)).toBeVisible();
}

test.describe('a visitor without a session', () => {
  test.use(asNobody);

  test('is redirected to login and returns to the requested page', async ({ page, customer, faults }) => {
    // The requests of the wanted page are refused.
    faults.expect(/401/, /was preloaded using link preload but not used/);
    await page.goto('/voicing/cdr?limit=50');
    await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
    await expect(page).toHaveURL(/\/login\?return_to=/);
    await logIn(page, customer.credentials);
    await expectScreen(page, history);
    await expect(page).toHaveURL(/\/voicing\/cdr\?limit=50$/);
  });

  test('learns what to do when the browser refuses the cookie of the session', async ({
    page,
    customer,
    faults,
  }) => {
    faults.expect(/401/);
    await page.route('**/v1/users/login', async (route) => {
      const response = await route.fetch();
      const { 'set-cookie': _refused, ...headers } = response.headers();
      // The fetch has stored the cookie; the page must not find it.
      await page.context().clearCookies();
      await route.fulfill({ response, headers });
    });
    await page.goto('/login');
    await logIn(page, customer.credentials);
    await expect(page.getByRole('alert')).toContainText('Allow cookies for this site');
  });
});

test.describe('a customer', () => {
  test.use(asCustomer);

  test('stays on the page while the server fails, and continues without a new login', async ({
    page,
    faults,
  }) => {
    faults.expect(/50\d/);
    await removeFirstResponses(page);
    await page.route('**/v1/accounts/access:verify', (route) =>
      route.fulfill({ status: 503, contentType: 'text/plain', body: 'down' }),
    );
    await page.goto('/voicing/cdr');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(page).toHaveURL(/\/voicing\/cdr$/);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectScreen(page, history);
  });

  test('keeps entries when the session ends, and saves them after logging in again in a new tab', async ({
    page,
    context,
    customer,
    faults,
  }) => {
    faults.expect(/401/);
    await page.goto('/profile');
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Kept');
    await endSession(page);
    await page.getByRole('button', { name: 'Save changes' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Your session has ended' });
    await expect(dialog).toContainText(customer.credentials.email);
    const opened = context.waitForEvent('page');
    await dialog.getByRole('button', { name: 'Log in again' }).click();
    const login = await opened;
    const closed = login.waitForEvent('close');
    await logIn(login, customer.credentials);
    await closed;
    await expect(dialog).toBeHidden();
    await expect(name).toHaveValue('Kept');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Your profile is saved.')).toBeVisible();
  });

  test('is asked to log in when the session ends while the page loads, after the profile', async ({
    page,
    faults,
  }) => {
    faults.expect(/401/, /was preloaded using link preload but not used/);
    await removeFirstResponses(page);
    await page.route('**/v1/services/all', async (route) => {
      // The bundles have taken the early response with the profile.
      await page.waitForFunction(() => {
        const waiting: Map<string, unknown> | undefined = Reflect.get(globalThis, 'portalStart')?.responses;
        return waiting !== undefined && ![...waiting.keys()].some((key) => key.endsWith('/accounts/profile'));
      });
      const code = 'session_expired';
      await route.fulfill({ status: 401, json: { success: false, title: code, status: 401, code } });
    });
    await page.goto('/voicing/cdr');
    await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
    await expect(page).toHaveURL(/\/login\?return_to=/);
  });

  test('goes on when another tab logs in again while a list loads', async ({
    page,
    context,
    customer,
    faults,
  }) => {
    faults.expect(/401/);
    const other = await context.newPage();
    await other.goto('/login');
    // A page that is loaded as a document would have its list in the HTML, and never request it.
    await removeFirstResponses(page);
    const refused = Promise.withResolvers<number>();
    const listAddress = /\/v1\/finances\/payments\?/;
    await page.route(
      listAddress,
      async (route) => {
        // With the session of this moment.
        const headers = await route.request().allHeaders();
        await logInInTab(other, customer.credentials);
        // The click may still wait for the page to render: its link loads the list when it is pointed at.
        await page.bringToFront();
        const response = await fetch(route.request().url(), { headers });
        refused.resolve(response.status);
        await route.fulfill({
          status: response.status,
          json: await response.json(),
        });
      },
      { times: 1 },
    );
    await page.goto('/welcome');
    await expect(welcomeHeading(page)).toBeVisible();
    await page.bringToFront();
    await openScreen(page, screenAt('/finances/payments'));
    expect(await refused.promise).toBe(401);
    await expect(page).toHaveURL(/\/finances\/payments/);
  });

  test('sees the page of the other account after logging in to that one in another tab', async ({
    page,
    context,
    faults,
  }) => {
    faults.expect(/401/);
    const other = await context.newPage();
    await other.goto('/login');
    await page.goto('/profile');
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
    await logInInTab(other, demo);
    await page.bringToFront();
    await openScreen(page, screenAt('/finances/payments'));
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    await expect(page.getByRole('menu').getByText(demo.email)).toBeVisible();
  });

  test('is logged out in every tab after logging out in one', async ({ page, context, faults }) => {
    faults.expect(/401/);
    await page.goto('/welcome');
    await expect(welcomeHeading(page)).toBeVisible();
    const other = await context.newPage();
    await other.goto('/profile');
    await expect(other.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
    // A background tab hardly renders, so it cannot be clicked.
    await page.bringToFront();
    await logOut(page);
    await expect(other.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  });

  test('asks before logging out discards what was typed in another tab', async ({ page, context }) => {
    await page.goto('/welcome');
    await expect(welcomeHeading(page)).toBeVisible();
    const other = await context.newPage();
    await other.goto('/welcome?sidebar=profile/support');
    const subject = other.getByRole('dialog', { name: 'Support' }).getByRole('textbox').first();
    await subject.fill('Calls fail');
    await page.bringToFront();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    const question = page.getByRole('alertdialog', { name: 'Log out without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(welcomeHeading(page)).toBeVisible();
    await expect(subject).toHaveValue('Calls fail');
  });

  test('leaves no data in the browser after logging out', async ({ page }) => {
    await page.goto('/profile');
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
    await logOut(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
    // The count of starts, which ends restart loops, goes after six seconds.
    const stored = () => page.evaluate(() => [localStorage.length, sessionStorage.length]);
    await expect.poll(stored, { timeout: 20_000 }).toEqual([0, 0]);
  });
});
