// Searches everything a browser stores for data of a customer: during use, after logout, and behind the Back button.
import type { Page } from '@playwright/test';
import type { Service } from '@portal/contract/services';
import { demo } from '@portal/testbed/fixtures/account';
import { newEmail } from '@portal/testbed/fixtures/registration';
import {
  expectScreen,
  logIn,
  logOut,
  screens,
  sidebars,
  welcomeHeading,
} from '@portal/testbed/fixtures/screens';
import { type CheckPortal, withPortal } from '../harness/portal.ts';
import { type CheckCase, reportCases, tryCase } from '../harness/report.ts';
import { findSecrets, type Remains, readRemains, type Secrets } from './stored-data.ts';

await withPortal(async (portal) => {
  const visits: string[] = [];
  const page = await openPage(portal, visits);
  const cases: CheckCase[] = await beforeLogIn(page);
  await page.goto('/login');
  await logIn(page, demo);
  await welcomeHeading(page).waitFor();
  const secrets: Record<string, string> = await secretsOf(page);
  for (const screen of screens) {
    cases.push(
      await look(page, `the page ${screen.path}`, secrets, async () => {
        await page.goto(screen.path);
        await expectScreen(page, screen);
      }),
    );
  }
  for (const { id, title } of sidebars) {
    cases.push(
      await look(page, `the sidebar ${id}`, secrets, async () => {
        await page.goto(`/welcome?sidebar=${id}`);
        await page.getByRole('dialog', { name: title }).waitFor();
      }),
    );
  }
  cases.push(
    await look(page, 'the account token, shown', secrets, async () => {
      secrets['the account token'] = await revealToken(page);
    }),
    await look(page, 'a search in the payments', secrets, async () => {
      await page.goto('/finances/payments');
      await page.getByRole('searchbox').first().fill('invoice');
      await page.getByRole('searchbox').first().press('Enter');
    }),
  );
  await page.goto('/profile');
  await expectScreen(page, { heading: 'Profile' });
  await logOut(page);
  await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor();
  cases.push(await afterLogOut(page, secrets), await behindBack(page, secrets));
  cases.push({
    name: `${visits.length} addresses of the history`,
    problems: findSecrets({ 'the history': visits.join('\n') }, secrets),
  });
  reportCases('browser-storage', cases, [
    `looked for: ${Object.keys(secrets).join(', ')}; target 0 in any place, and 0 bytes after logout`,
    'not counted: the public composition, which a page stores to start without the server',
  ]);
});

async function openPage({ browser, url }: CheckPortal, visits: string[]): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, locale: 'en-GB', timezoneId: 'Europe/Tallinn' });
  const page = await context.newPage();
  page.on('framenavigated', (frame) => visits.push(frame.url()));
  return page;
}

/** Enters addresses and passwords on the screens that need no session. */
async function beforeLogIn(page: Page): Promise<CheckCase[]> {
  const email = newEmail();
  const typed: Secrets = {
    'the e-mail address': email,
    'the password': 'Tallinn-2026!',
    'the phone number': '55512399',
  };
  const register = async () => {
    await page.goto('/register');
    await page.getByLabel('Your name').fill('Anna Tamm');
    await page.getByLabel('Company').fill('Tamm Trading');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Phone').fill('372 55512399');
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill('Tallinn-2026!');
    await page.getByRole('textbox', { name: 'Repeat the password' }).fill('Tallinn-2026!');
    await page.getByRole('checkbox', { name: /Terms and conditions/ }).check();
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
  };
  return [
    // A reload asks for the mailed code again: the history entry holds the address until it is confirmed.
    await look(page, 'registering', typed, register, ['history.state contains the e-mail address']),
    await look(page, 'requesting a new password', typed, async () => {
      await page.goto('/restore');
      await page.getByLabel('E-mail').fill(email);
      await page.getByRole('button', { name: 'Send the link' }).click();
      await page.getByText('If there is an account').waitFor();
    }),
    await look(page, 'failing to log in', typed, async () => {
      await page.goto('/login');
      await logIn(page, { email: email.replace('anna', 'nobody'), password: 'Tallinn-2026!' });
      await page.getByText('Email or password is incorrect').waitFor();
    }),
  ];
}

function look(
  page: Page,
  name: string,
  secrets: Secrets,
  visit: () => Promise<void>,
  expected: readonly string[] = [],
): Promise<CheckCase> {
  return tryCase(name, async (problems) => {
    await visit();
    const found = findSecrets(await readRemains(page), secrets);
    problems.push(...found.filter((place) => !expected.includes(place)));
  });
}

async function secretsOf(page: Page): Promise<Record<string, string>> {
  const headers = { 'x-requested-with': 'portal' };
  const profile = await (await page.request.get('/v1/accounts/profile', { headers })).json();
  const { services } = await (await page.request.get('/v1/services/all', { headers })).json();
  const cookies = await page.context().cookies();
  return {
    'the e-mail address': profile.email,
    'the phone number': profile.phone,
    'the tax number': profile.tax_number,
    'the address': profile.address,
    'the session token': cookies.find(({ name }) => /(?:^|-)sid$/.test(name))?.value ?? '',
    'the password': demo.password,
    ...Object.fromEntries(services.map(({ type, balance }: Service) => [`the ${type} balance`, balance])),
  };
}

/** Shows the token. The card is hidden until there is an API that accepts it: here the profile says that there is one. */
async function revealToken(page: Page): Promise<string> {
  await page.route('**/v1/accounts/profile', async (route) => {
    const response = await route.fetch();
    const profile = await response.json();
    await route.fulfill({
      response,
      json: { ...profile, features: { ...profile.features, account_api: true } },
    });
  });
  await page.goto('/profile');
  await expectScreen(page, { heading: 'Profile' });
  await page.getByRole('button', { name: 'Show: Account token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Show the token' });
  await dialog.getByLabel('Current password').fill(demo.password);
  const revealed = page.waitForResponse(/token:reveal/);
  await dialog.getByRole('button', { name: 'Show the token' }).click();
  const { token } = await (await revealed).json();
  await page.getByText(token).waitFor();
  await page.unroute('**/v1/accounts/profile');
  return token;
}

async function afterLogOut(page: Page, secrets: Secrets): Promise<CheckCase> {
  // The count of starts, which ends restart loops, goes after six seconds.
  await page
    .waitForFunction(() => sessionStorage.length === 0, undefined, { timeout: 20_000 })
    .catch(() => undefined);
  const stored = await readRemains(page);
  // The composition is public and every page stores it.
  const address = new URL('/composition.json', page.url()).href;
  const composition = `portal-composition\n${address}\n${await (await fetch(address)).text()}`;
  const cache = (stored['Cache Storage'] ?? '').replace(composition, '');
  const remains: Remains = { ...stored, 'Cache Storage': cache };
  const stores = ['localStorage', 'sessionStorage', 'IndexedDB', 'Cache Storage', 'window.name'];
  const bytes = stores.map((name) => remains[name] ?? '').join('').length;
  const cookies = await page.context().cookies();
  const session = cookies.filter(({ name }) => /(?:^|-)sid$/.test(name));
  return {
    name: `after logout: ${bytes} bytes stored`,
    problems: [
      ...(bytes === 0 ? [] : [JSON.stringify(remains).slice(0, 500)]),
      ...(session.length === 0 ? [] : ['the session cookie was not cleared']),
      ...findSecrets(remains, secrets),
    ],
  };
}

/** Searches what the pages behind the Back button show and what their documents contain. */
async function behindBack(page: Page, secrets: Secrets): Promise<CheckCase> {
  const problems: string[] = [];
  for (let step = 1; step <= 6; step += 1) {
    await page.goBack({ timeout: 5_000 }).catch(() => undefined);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const shown = await page.locator('html').innerHTML();
    const values = await page
      .locator('input')
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
    problems.push(...findSecrets({ [`step ${step}`]: shown + values.join('\n') }, secrets));
  }
  return { name: 'pressing Back six times after logout', problems };
}
