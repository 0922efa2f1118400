// npm run e2e:chaos [-- --grep <text> --workers <n>]: runs the chaos matrix against a portal of its own.
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { demo, signIn } from '@portal/testbed/fixtures/account';
import { currentReleases, releasesOf } from '@portal/testbed/releases/archive';
import { type ArmedFiles, writeArmedRelease } from '@portal/testbed/releases/armed-release';
import type { ComposedPortal } from '@portal/testbed/releases/portal-folder';
import { inParallel } from '@portal/testbed/runner/concurrency';
import { findBrowser } from '@portal/testbed/runner/find-browser';
import { startStagedPortal } from '@portal/testbed/runner/portal-server';
import { allCells, type Cell, leftOut, nameOf } from './cells.ts';
import { budget, type CellResult, runCell, type Stand } from './run-cell.ts';

const { values } = parseArgs({
  options: { grep: { type: 'string', default: '' }, workers: { type: 'string', default: '2' } },
});
const armed: ArmedFiles = {
  entry: /^remote-entry\./,
  page: /^page-payments\..*\.js$/,
  lazy: /^sidebar-top-up\..*\.js$/,
};
const wanted = allCells().filter((cell) => nameOf(cell).includes(values.grep));

const current = currentReleases();
const before = await releasesOf('0.0.9');
await using staged = await startStagedPortal(portalOf({ hasPrevious: false }));
await using browser = await chromium.launch({ executablePath: await findBrowser() });
const state = await signIn(demo, staged.url);
const rows: Row[] = [];
for (const hasPrevious of [false, true]) {
  const cells = wanted.filter((cell) => cell.hasPrevious === hasPrevious);
  if (cells.length === 0) continue;
  const { areas } = await staged.portal.compose(portalOf({ hasPrevious }));
  const finances = areas.find(({ area }) => area.id === 'finances');
  if (finances === undefined) throw new Error('finances is not among the areas');
  const { url, portal } = staged;
  const stand = { browser, url, state, active: finances.active, compositionFile: portal.file };
  const run = (cell: Cell) => runRow(cell, stand);
  const ofFiles = cells.filter(({ part }) => part !== 'manifest');
  const ofManifest = cells.filter(({ part }) => part === 'manifest');
  rows.push(...(await inParallel(ofFiles, Number(values.workers), run)));
  // These damage the composition that all cells share, so they run one at a time.
  rows.push(...(await inParallel(ofManifest, 1, run)));
}
console.log([...rows.map(lineOf), '', ...summary(rows)].join('\n'));
process.exitCode = rows.length > 0 && rows.every(({ result }) => result.problems.length === 0) ? 0 : 1;

function portalOf({ hasPrevious }: { hasPrevious: boolean }): ComposedPortal {
  const areas = [...current].filter(([name]) => name !== 'host');
  const armedFolder = `${process.cwd()}/var/archive/armed`;
  writeArmedRelease(current.get('remote-finances') ?? '', armedFolder, armed);
  return {
    host: current.get('host') ?? '',
    areas: areas.map(([name, release]) => ({
      active: name === 'remote-finances' ? armedFolder : release,
      previous: hasPrevious ? before.get(name) : undefined,
    })),
  };
}

interface Row {
  cell: Cell;
  result: CellResult;
}

async function runRow(cell: Cell, stand: Stand): Promise<Row> {
  const row = { cell, result: await runCell(cell, stand) };
  console.error(lineOf(row));
  return row;
}

function lineOf({ cell, result: { outcome, time, retry, problems } }: Row): string {
  const mark = problems.length === 0 ? 'ok  ' : 'FAIL';
  const retried = retry === undefined ? '' : `, retry ${seconds(retry)}`;
  return `${mark} ${nameOf(cell)}: ${outcome} after ${seconds(time)}${retried} ${problems.join('; ')}`.trimEnd();
}

/** Combinations that cannot occur, the number of failures, and the slowest outcome. */
function summary(rows: readonly Row[]): string[] {
  const failed = rows.filter(({ result }) => result.problems.length > 0);
  const slowest = rows.toSorted((a, b) => b.result.time - a.result.time)[0];
  return [
    ...leftOut.map(({ cells, reason }) => `left out: ${cells}: ${reason}`),
    `${rows.length - failed.length} of ${rows.length} cells pass; target ${rows.length}`,
    slowest === undefined
      ? 'no cell ran'
      : `slowest outcome ${seconds(slowest.result.time)} (${nameOf(slowest.cell)}), budget ${seconds(budget)}`,
  ];
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
