import { faultyLines, masterLine } from '@portal/testbed/fixtures/master-csv';
import { rows } from '@portal/testbed/fixtures/screens';
import { operateWithFile } from '../fixtures/operator.ts';
import { asCustomer, expect, test } from '../fixtures/portal-test.ts';

const destinations = ['00493023125101', '+442079460958', '37255500123'];
const dayMs = 24 * 60 * 60 * 1000;
// Two days ago, 07:00 UTC: 09:00 or 10:00 in Tallinn, far from midnight and from clock changes.
const firstCall = new Date(Math.floor(Date.now() / dayMs) * dayMs - 2 * dayMs + 7 * 60 * 60 * 1000);

test.use(asCustomer);

test('imported calls are listed with their times, numbers, durations and prices', async ({
  customer,
  page,
}) => {
  const service = await customer.addService('voicing');
  const importCalls = () =>
    operateWithFile('cdr:import', ['--service', service.service_id], 'Master.csv', `${lines().join('\n')}\n`);
  const first = importCalls();
  expect(first.match(/^line \d+: /gm)).toHaveLength(10);
  expect(first).toContain('line 100: ');
  expect(first).toMatch(/\b990\b/);
  importCalls();

  const day = firstCall.toISOString().slice(0, 10);
  await page.goto(`/voicing/cdr?start_date=${day}&end_date=${day}&order=started`);
  await expect(page.getByText('990 calls')).toBeVisible();
  const berlin = rows(page).first();
  await expect(berlin).toContainText(timeInTallinn(firstCall));
  await expect(berlin).toContainText('+493023125101');
  await expect(berlin).toContainText('Germany');
  await expect(berlin).toContainText('0:01:07');
  // 60 s and 7 × 1 s at 0.0098 per minute.
  await expect(berlin).toContainText('€0.010943');
  // The second call of the file rang and was not answered.
  await expect(rows(page).nth(1)).toContainText('No answer');
  await expect(rows(page).nth(1)).toContainText('+442079460958');
  await expect(rows(page).nth(1)).toContainText('€0.00');
});

/** A thousand lines, of which every hundredth is faulty. */
function lines(): string[] {
  const faulty = faultyLines(firstCall);
  return Array.from({ length: 1000 }, (_, index) => {
    if ((index + 1) % 100 === 0) return faulty[(index + 1) / 100 - 1] ?? '';
    return masterLine({
      to: destinations[index % destinations.length] ?? '',
      started: new Date(firstCall.getTime() + index * 20_000),
      ringSeconds: 9,
      talkSeconds: index % 2 === 0 ? 67 : 0,
      sequence: index,
    });
  });
}

function timeInTallinn(time: Date): string {
  return new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone: 'Europe/Tallinn',
  }).format(time);
}
