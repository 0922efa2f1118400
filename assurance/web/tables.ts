import type { InteractionFigures } from './interactions.ts';
import type { LoadFigures } from './page-load.ts';
import type { SimulatedFigures } from './simulated-load.ts';

/** What two portals have measured in one run. */
type Pair<T> = readonly (T | undefined)[];

export const loadTitles = [
  'page, cache',
  'LCP ms',
  '÷',
  'TBT ms',
  '÷',
  'longest task ms',
  'CLS',
  'KB',
  '÷',
  'JS KB',
  '÷',
  'requests',
  'of these API',
  'depth',
  'twice',
];
export const navigationTitles = ['navigation', 'shown ms', '÷'];
export const interactionTitles = ['interactions', 'median ms', '÷', 'p98 ms', '÷', 'slowest ms', '÷'];
export const simulatedTitles = ['page, simulated', 'LCP ms', '÷', 'TBT ms', '÷', 'CLS', 'score', '÷'];

/** A row of a Markdown table. */
export function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** The figures of a page: the portal's / those of one program, and the median ratio. */
export function loadRow(name: string, pairs: readonly Pair<LoadFigures>[]): string {
  const cells = cellsOf(pairs);
  return row([
    name,
    ...cells(({ lcp }) => lcp),
    ...cells(({ tbt }) => tbt),
    cells(({ longest }) => longest)[0],
    cells(({ cls }) => cls, 3)[0],
    ...cells(({ bytes }) => bytes / 1_000),
    ...cells(({ scriptBytes }) => scriptBytes / 1_000),
    cells(({ requests }) => requests)[0],
    cells(({ apiRequests }) => apiRequests)[0],
    cells(({ depth }) => depth)[0],
    cells(({ twice }) => twice.length)[0],
  ]);
}

/** Milliseconds until the page is shown. */
export function navigationRow(name: string, pairs: readonly Pair<number>[]): string {
  return row([name, ...cellsOf(pairs)((shown) => shown)]);
}

export function interactionRow(pairs: readonly Pair<InteractionFigures>[]): string {
  const cells = cellsOf(pairs);
  return row([
    String(cells(({ interactions }) => interactions)[0]),
    ...cells(({ median: half }) => half),
    ...cells(({ p98 }) => p98),
    ...cells(({ slowest }) => slowest),
  ]);
}

export function simulatedRow(name: string, pairs: readonly Pair<SimulatedFigures>[]): string {
  const cells = cellsOf(pairs);
  return row([
    name,
    ...cells(({ lcp }) => lcp),
    ...cells(({ tbt }) => tbt),
    cells(({ cls }) => cls, 3)[0],
    ...cells(({ score }) => score),
  ]);
}

function cellsOf<T>(pairs: readonly Pair<T>[]) {
  return (figure: (one: T) => number, digits = 0): [values: string, ratio: string] => {
    const figures = pairs.map((pair) => pair.flatMap((one) => (one === undefined ? [] : [figure(one)])));
    const ofPortal = (index: number) => median(figures.map((pair) => pair[index] ?? Number.NaN));
    const ratios = figures.map(([ours = 0, theirs = 0]) => (ours === theirs ? 1 : ours / theirs));
    return [
      `${ofPortal(0).toFixed(digits)} / ${ofPortal(1).toFixed(digits)}`,
      median(ratios).toFixed(2).replace('Infinity', '–'),
    ];
  };
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = Number.NaN, high = Number.NaN] = [
    sorted[sorted.length % 2 === 1 ? middle : middle - 1],
    sorted[middle],
  ];
  return (low + high) / 2;
}
