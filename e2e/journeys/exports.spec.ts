import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { masterLine } from '@portal/testbed/fixtures/master-csv';
import { readXlsx } from '@portal/testbed/fixtures/read-xlsx';
import { expectScreen } from '@portal/testbed/fixtures/screens';
import { Keyboard } from '../fixtures/keyboard.ts';
import { operateWithFile } from '../fixtures/operator.ts';
import { expectTextToFit, findViolations } from '../fixtures/page-checks.ts';
import { asCustomer, expect, test } from '../fixtures/portal-test.ts';

test.use({ ...asCustomer, viewport: { width: 390, height: 844 } });

test('a customer filters calls on a phone, exports them with the keyboard, and finds in both files what the page shows', async ({
  page,
  customer,
  faults,
}) => {
  await customer.completeProfile();
  const { service_id } = await customer.addService('voicing');
  const hour = 3_600_000;
  const lines = ['00493023125101', '00493023125102', '00358923160001'].map((to, index) =>
    masterLine({
      to,
      started: new Date(Date.now() - hour + index * 60_000),
      ringSeconds: 9,
      talkSeconds: 60 + index,
      sequence: index + 1,
    }),
  );
  operateWithFile('cdr:import', ['--service', service_id], 'Master.csv', `${lines.join('\n')}\n`);

  await page.goto('/voicing/cdr?number_to=49&order=duration_seconds');
  await expectScreen(page, { heading: 'Voicing history' });
  await expect(page.getByText('2 calls')).toBeVisible();
  const shown = ['+493023125101', '+493023125102'];
  await expectTextToFit(page, 'the history with exports');
  expect(await findViolations(page), 'accessibility of the history').toEqual([]);
  const keyboard = new Keyboard(page);

  await test.step('opens the CSV', async () => {
    const { name, bytes } = await download(page, keyboard, page.getByRole('link', { name: 'Export: CSV' }));
    expect(name).toMatch(new RegExp(`^calls_${service_id}_\\d{4}-\\d\\d-\\d\\d_\\d{4}-\\d\\d-\\d\\d\\.csv$`));
    await expect(page.getByText(/Your browser is saving the calls/)).toBeVisible();
    const rows = bytes
      .toString('utf8')
      .trimEnd()
      .split('\r\n')
      .map((row) => row.split(','));
    expect(rows[0]?.slice(1, 5)).toEqual(['UTC offset', 'Direction', 'From', 'To']);
    expect(rows.slice(1).map((row) => row[4])).toEqual(shown.map((number) => `'${number}`));
    expect(rows.slice(1).map((row) => row[8])).toEqual(['60', '61']);
  });

  await test.step('opens the workbook', async () => {
    const { name, bytes } = await download(page, keyboard, page.getByRole('link', { name: 'Export: Excel' }));
    expect(name).toMatch(/^calls_.*\.xlsx$/);
    const [, ...rows] = readXlsx(bytes);
    expect(rows.map((row) => row[4])).toEqual(shown);
    expect(rows.map((row) => row[8])).toEqual([60, 61]);
    // Days since the end of 1899, of the wall clock.
    expect(rows.every((row) => typeof row[0] === 'number' && row[0] > 46_000)).toBe(true);
  });

  await test.step('is asked to log in, and sees no report of a file, after the session has ended elsewhere', async () => {
    faults.expect(/status of 401/);
    await page.request.post('/v1/accounts/access:logout', {
      headers: { 'X-Requested-With': 'portal' },
      data: {},
    });
    await keyboard.press(page.getByRole('link', { name: 'Export: CSV' }));
    await expectScreen(page, { heading: 'Log in' });
  });
});

async function download(page: Page, keyboard: Keyboard, link: Locator) {
  const started = page.waitForEvent('download');
  await keyboard.press(link);
  const file = await started;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}
