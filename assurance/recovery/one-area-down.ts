// Lets each area fail in eight ways, without another release to fall back to. The shell and the other areas work, and the area
// recovers on the same page.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type AreaId, areaIds } from '@portal/testbed/fixtures/area-proofs';
import { currentReleases } from '@portal/testbed/releases/archive';
import { writeArmedRelease } from '@portal/testbed/releases/armed-release';
import { inParallel } from '@portal/testbed/runner/concurrency';
import { composedOf, withPortal } from '../harness/portal.ts';
import { reportCases } from '../harness/report.ts';
import { type CellTimes, runCell } from './area-down-cell.ts';
import { areaFaults } from './area-faults.ts';

const workers = 3;
/** The chunk of the page that each cell opens. */
const pageChunks: Record<AreaId, RegExp> = {
  auth: /^page-login\..*\.js$/,
  finances: /^page-payments\..*\.js$/,
  messaging: /^page-history\..*\.js$/,
  profile: /^page-main\..*\.js$/,
  voicing: /^page-cdr\..*\.js$/,
};

const started = performance.now();
const folder = mkdtempSync(path.join(tmpdir(), 'portal-armed-'));
try {
  const armed = new Map(currentReleases());
  for (const area of areaIds) {
    const to = path.join(folder, area);
    writeArmedRelease(armed.get(`remote-${area}`) ?? '', to, { page: pageChunks[area] }, `${area}-`);
    armed.set(`remote-${area}`, to);
  }
  await withPortal(
    async (portal) => {
      const cells = areaFaults.flatMap((fault) => areaIds.map((area) => ({ area, fault })));
      const times: CellTimes[] = [];
      const cases = await inParallel(cells, workers, (cell) => runCell(cell, portal, times));
      reportCases('one-area-down', cases, notesOn(times));
    },
    { composed: composedOf(armed) },
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function notesOn(times: readonly CellTimes[]): string[] {
  const largest = (of: (time: CellTimes) => number) => seconds(Math.max(...times.map(of)));
  return [
    `shell and navigation: after at most ${largest(({ shell }) => shell)}, at most ${largest(({ shell, normal }) => shell - normal)} later than without the fault; target 2 s later`,
    `message: after at most ${largest(({ message }) => message)}; retry: at most ${largest(({ retry }) => retry)}`,
    `the check took ${seconds(performance.now() - started)}`,
  ];
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
