import { execFileSync } from 'node:child_process';
import type { Locator, Page } from '@playwright/test';
import { masterLine } from '@portal/testbed/fixtures/master-csv';
import { expectScreen, rows } from '@portal/testbed/fixtures/screens';
import { operateWithFile } from '../fixtures/operator.ts';
import { expectTextToFit, findViolations } from '../fixtures/page-checks.ts';
import { asCustomer, expect, test } from '../fixtures/portal-test.ts';

const destinations = ['00493023125101', '+442079460958', '37255500123'];
const dayMs = 24 * 60 * 60 * 1000;
// Two days ago, 07:00 UTC: the same day in Tallinn.
const firstCall = new Date(Math.floor(Date.now() / dayMs) * dayMs - 2 * dayMs + 7 * 60 * 60 * 1000);
const day = firstCall.toISOString().slice(0, 10);
const filter = `start_date=${day}&end_date=${day}&order=started`;

test.use(asCustomer);

test('a customer reads the token in the profile, copies a command of the reference, and gets the calls on the screen with curl', async ({
  customer,
  page,
}) => {
  const { service_id } = await customer.addService('voicing');
  const lines = destinations.map((to, sequence) => {
    const started = new Date(firstCall.getTime() + sequence * 60_000);
    return masterLine({ to, started, ringSeconds: 9, talkSeconds: 67 + sequence, sequence });
  });
  operateWithFile('cdr:import', ['--service', service_id], 'Master.csv', `${lines.join('\n')}\n`);
  const credentials = await test.step('reads the credentials in the profile', async () => {
    await page.goto('/profile');
    const card = page.getByRole('region', { name: 'API credentials' });
    await expect(card).toContainText('Not used yet');
    await card.getByRole('button', { name: 'Show: Account token' }).click();
    const dialog = page.getByRole('dialog', { name: 'Show the token' });
    await dialog.getByLabel('Current password').fill(customer.credentials.password);
    await dialog.getByRole('button', { name: 'Show the token' }).click();
    await expect(card.getByRole('timer')).toBeVisible();
    const [sid, token] = await card.locator('code').allTextContents();
    expect(sid).toMatch(/^AC[0-9a-f]{32}$/);
    expect(token).toMatch(/^[\w-]{43}$/);
    return { ACCOUNT_SID: sid ?? '', ACCOUNT_TOKEN: token ?? '' };
  });

  const command = await test.step('finds the command in the reference', async () => {
    await page.getByRole('link', { name: 'Reference for developers' }).click();
    await expectReference(page);
    return operationNamed(page, 'Call detail records').locator('pre').textContent();
  });

  // The command ends with the quoted address.
  const listed = `${command?.trim().replace(/"$/, '')}?${filter}"`;
  const run = () => runCommand(listed, { ...credentials, SERVICE_ID: service_id });
  await test.step('gets the rows that the portal shows', async () => {
    const { items } = run();
    expect(items).toHaveLength(destinations.length);
    await page.goto(`/voicing/cdr?${filter}`);
    await expect(rows(page)).toHaveCount(items.length);
    for (const [index, { number_to, duration_seconds, price }] of items.entries()) {
      expect(duration_seconds).toBe(67 + index);
      const row = rows(page).nth(index);
      await expect(row).toContainText(number_to);
      await expect(row).toContainText(`0:01:0${duration_seconds - 60}`);
      // The screen omits zeros at the end.
      await expect(row).toContainText(`€${price.replace(/0+$/, '')}`);
    }
  });

  await test.step('sees that the token is in use, and ends it', async () => {
    await page.goto('/profile');
    await expect(page.getByRole('region', { name: 'API credentials' })).toContainText(/Last used: .*\d:\d\d/);
    const proof = { current_password: customer.credentials.password };
    await customer.post('v1/accounts/token:rotate', proof);
    await customer.post('v1/accounts/token:promote', proof);
    expect(run()).toMatchObject({ status: 401, code: 'account_token_invalid' });
  });
});

test.describe('without a session', () => {
  test.use({ storageState: { cookies: [], origins: [] }, viewport: { width: 390, height: 844 } });

  test('the reference opens on a phone, in any language', async ({ page }) => {
    await page.goto('/developers');
    await expectReference(page);
    for (const title of ['Parameters', 'Response'])
      await operationNamed(page, 'Call detail records').locator('summary', { hasText: title }).click();
    await expectTextToFit(page, 'the reference');
    expect(await findViolations(page), 'accessibility of the reference').toEqual([]);
    await page.goto('/developers?language=de');
    await expectScreen(page, { heading: 'Konto-API' });
    await expect(page.getByText('Die Referenz ist auf Englisch.')).toBeVisible();
  });
});

async function expectReference(page: Page): Promise<void> {
  await expectScreen(page, { heading: 'Account API' });
  await expect(operationNamed(page, 'All services of the account')).toContainText('GET /v1/services/all');
  await expect(page.getByRole('heading', { name: 'Change parts of the profile' })).toHaveCount(0);
}

function operationNamed(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true });
}

interface Call {
  number_to: string;
  duration_seconds: number;
  price: string;
}

/** Runs a command of the reference in a shell, as a customer does. Returns the JSON that it prints. */
function runCommand(command: string, env: Record<string, string>): { items: Call[] } {
  const options = { env: { ...process.env, ...env }, encoding: 'utf8', timeout: 30_000 } as const;
  return JSON.parse(
    execFileSync('bash', ['-c', command.replace('curl ', 'curl --silent --show-error ')], options),
  );
}
