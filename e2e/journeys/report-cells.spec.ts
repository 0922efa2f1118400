import type { Locator, Page } from '@playwright/test';
import { dayBefore } from '@portal/testbed/fixtures/days';
import { expectScreen, rows } from '@portal/testbed/fixtures/screens';
import { expectTextToFit, findViolations } from '../fixtures/page-checks.ts';
import { expect, test } from '../fixtures/portal-test.ts';

// Whole days that have ended, so that the list cannot have more calls than the report.
const year = `start_date=${dayBefore(366)}&end_date=${dayBefore(2)}`;

test('a customer charts a year of calls, opens a cell and sees exactly its calls', async ({ page }) => {
  await page.goto(`/voicing/report?${year}&filter=destination&order=calls_total`);
  await expectScreen(page, { heading: 'Voicing marketing report' });
  await expect(page.getByRole('img', { name: 'Calls by week' })).toBeVisible();
  const destination = (await rows(page).first().getByRole('cell').first().textContent()) ?? '';
  expect(destination).not.toBe('');
  await openCell(page, rows(page).first(), /^Calls: [\d,]+, show/, 'calls?');
  await expect(page.getByRole('group', { name: 'Further filters' })).toContainText(destination);
  await expect(rows(page).filter({ hasNotText: destination })).toHaveCount(0);
  await expectTextToFit(page, 'the calls of a cell');
  expect(await findViolations(page), 'accessibility of the calls of a cell').toEqual([]);

  await page.goto(
    `/voicing/report?start_date=${dayBefore(9)}&end_date=${dayBefore(2)}&filter=hour&order=-calls_total`,
  );
  await openCell(page, rows(page).first(), /^Answered calls: /, 'calls?');
  await expect(page.getByRole('button', { name: 'Period Chosen dates' })).toBeVisible();
});

test('a customer charts a year of messages, opens a cell and sees exactly its messages', async ({ page }) => {
  await page.goto(`/messaging/report?${year}&group_by=operator&order=messages`);
  await expectScreen(page, { heading: 'Messaging marketing report' });
  await expect(page.getByRole('img', { name: 'Messages by week' })).toBeVisible();
  await openCell(page, rows(page).first(), /^Messages: [\d,]+, show/, 'messages?');

  await page.goto(`/messaging/report?${year}&group_by=sender,country&order=-undelivered`);
  await openCell(page, rows(page).first(), /^Messages that were not delivered: /, 'messages?');
  const filter = await page.getByRole('button', { name: /“From: / }).textContent();
  const [, sender = ''] = /^From: (.+)$/.exec(filter ?? '') ?? [];
  expect(sender).not.toBe('');
  const count = await rows(page).count();
  await expect(rows(page).filter({ hasText: sender })).toHaveCount(count);
});

/** Follows the link of a cell; the number of entries in the history must be the cell's. */
async function openCell(page: Page, row: Locator, name: RegExp, noun: string): Promise<void> {
  const cell = row.getByRole('link', { name });
  const count = (await cell.textContent()) ?? '';
  expect(count).toMatch(/^[\d,]+$/);
  await cell.click();
  await expectScreen(page, { heading: /history$/ });
  await expect(page.getByRole('status').filter({ hasText: new RegExp(`^${count} ${noun}`) })).toBeVisible();
  const shown = Math.min(25, Number(count.replaceAll(',', '')));
  await expect(rows(page)).toHaveCount(shown);
}
