// Edits code, texts and a style sheet twenty times each under `npm run dev`, and measures until the page shows each edit.
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { demo } from '@portal/testbed/fixtures/account';
import { logIn, rows, welcomeHeading } from '@portal/testbed/fixtures/screens';
import { type SourceEdit, sourceEdits } from '@portal/testbed/fixtures/source-edits';
import { startDevelopedPortal } from '@portal/testbed/runner/developed-portal';
import { findBrowser } from '@portal/testbed/runner/find-browser';
import { reportCases, tryCase } from '../harness/report.ts';

const editsOfAKind = 20;
/** Milliseconds until half of the edits of a kind are on the screen. */
const target = 1_000;
/** Milliseconds after which an edit counts as missed. */
const missedAfter = 30_000;

await using portal = await startDevelopedPortal('voicing');
await using browser = await chromium.launch({ executablePath: await findBrowser() });
const page = await browser.newPage({ baseURL: portal.url, locale: 'en-GB' });
await page.goto('/login');
await logIn(page, demo);
await welcomeHeading(page).waitFor();
await page.goto('/voicing/rented-numbers');
await rows(page).first().waitFor();

const documents: string[] = [];
page.on('framenavigated', (frame) => documents.push(frame.url()));
const cases = [];
for (const edit of sourceEdits) {
  const times: number[] = [];
  for (let number = 1; number <= editsOfAKind; number += 1) times.push(await measure(page, edit, number));
  const [median = Infinity, slowest = Infinity] = [
    times.toSorted(ascending)[editsOfAKind / 2],
    Math.max(...times),
  ];
  const name = `${edit.kind}: median ${Math.round(median)} ms, slowest ${Math.round(slowest)} ms, ${editsOfAKind} edits`;
  cases.push(
    await tryCase(name, async (problems) => {
      if (median > target) problems.push(`the median is above ${target} ms`);
      if (slowest === Infinity) problems.push('an edit was not shown');
    }),
  );
}
cases.push(
  await tryCase('no edit reloads the page', async (problems) => {
    if (documents.length > 0) problems.push(`${documents.length} documents replaced the page`);
  }),
);
reportCases('hot-reload', cases);

function ascending(a: number, b: number): number {
  return a - b;
}

/** Milliseconds from an edit until the page shows it; Infinity when it does not. */
async function measure(page: Page, edit: SourceEdit, number: number): Promise<number> {
  const started = performance.now();
  await portal.edit(edit, number);
  while (performance.now() - started < missedAfter) {
    // Rejects while the page reloads, which the last case reports.
    if (await page.evaluate(edit.isShown, number).catch(() => false)) return performance.now() - started;
    await wait(5);
  }
  return Infinity;
}
