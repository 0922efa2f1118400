import { type Cell, leftOut, nameOf } from './cells.ts';
import { budget, type CellResult } from './run-cell.ts';

export interface Row {
  cell: Cell;
  result: CellResult;
}

/** The matrix as a table, with what failed, what was left out and the times. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(({ cell, result }) => [
    result.problems.length === 0 ? 'ok' : 'FAIL',
    cell.part,
    cell.fault,
    cell.visit,
    cell.hasPrevious ? 'previous' : 'alone',
    result.outcome,
    seconds(result.time),
    result.retry === undefined ? '' : seconds(result.retry),
    result.problems.join('; '),
  ]);
  const head = ['', 'part', 'fault', 'visit', 'release', 'outcome', 'after', 'retry', 'problems'];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...lines.map((line) => (line[column] ?? '').length)),
  );
  const table = [head, ...lines].map((line) =>
    line
      .map((text, column) => text.padEnd(column === head.length - 1 ? 0 : (widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return [...table, '', ...summary(rows)].join('\n');
}

function summary(rows: readonly Row[]): string[] {
  const failed = rows.filter(({ result }) => result.problems.length > 0);
  const slowest = rows.toSorted((a, b) => b.result.time - a.result.time)[0];
  return [
    ...leftOut.map(({ cells, reason }) => `left out: ${cells}: ${reason}`),
    `${rows.length - failed.length} of ${rows.length} cells hold; target ${rows.length}`,
    slowest === undefined
      ? 'no cell was run'
      : `slowest outcome ${seconds(slowest.result.time)} (${nameOf(slowest.cell)}), budget ${seconds(budget)}`,
  ];
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
