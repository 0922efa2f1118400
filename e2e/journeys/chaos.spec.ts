import { type Cell, nameOf } from '../chaos/cells.ts';
import { runCell } from '../chaos/run-cell.ts';
import { readComposition, releaseOf } from '../fixtures/live-releases.ts';
import { expect, test } from '../fixtures/portal-test.ts';

/** One cell for each kind of file; `npm run e2e:chaos` runs the whole matrix. */
const cells: readonly Cell[] = [
  { part: 'entry', fault: '500', visit: 'first load', hasPrevious: false },
  { part: 'page chunk', fault: 'wrong hash', visit: 'navigation', hasPrevious: false },
  { part: 'lazy chunk', fault: 'reset', visit: 'navigation', hasPrevious: false },
  { part: 'style sheet', fault: 'truncated', visit: 'first load', hasPrevious: false },
  { part: 'locale', fault: '404', visit: 'navigation', hasPrevious: false },
];

for (const cell of cells) {
  test(`the portal handles ${nameOf(cell)}`, async ({ browser, demoState }) => {
    const active = releaseOf(await readComposition(), 'finances');
    const url = process.env['E2E_URL'] ?? '';
    const { problems } = await runCell(cell, {
      browser,
      url,
      state: demoState,
      active,
      compositionFile: undefined,
    });
    expect(problems).toEqual([]);
  });
}
