import type { transportFaults } from '@portal/testbed/proxy/faults';

const parts = ['entry', 'page chunk', 'lazy chunk', 'style sheet', 'locale', 'manifest'] as const;
export type Part = (typeof parts)[number];

export type CellFault = keyof typeof transportFaults | 'throws at start' | 'throws in render';
const cellFaults: readonly CellFault[] = [
  '404',
  '500',
  'HTML 200',
  'hang',
  'reset',
  'truncated',
  'wrong hash',
  'throws at start',
  'throws in render',
];

const visits = ['first load', 'navigation'] as const;

/** One combination of the matrix. */
export interface Cell {
  part: Part;
  fault: CellFault;
  visit: (typeof visits)[number];
  hasPrevious: boolean;
}

/** The combinations that cannot occur, and why. All others are tested. */
export const leftOut: readonly { cells: string; reason: string }[] = [
  { cells: 'entry × throws in render', reason: 'an entry renders nothing' },
  {
    cells: 'style sheet, locale, manifest × throws at start, throws in render',
    reason: 'they are data and do not run',
  },
  {
    cells: 'manifest × hang, reset × first load',
    reason: 'the composition is part of the document, so it cannot hang or be reset without the document',
  },
  {
    cells: 'manifest × with a previous release',
    reason: 'a composition names both releases, so its fault does not depend on the previous one',
  },
];

/** Every combination that can occur. */
export function allCells(): Cell[] {
  return parts
    .flatMap((part) => cellFaults.map((fault) => ({ part, fault })))
    .flatMap((pair) => visits.map((visit) => ({ ...pair, visit })))
    .flatMap((cell) => [false, true].map((hasPrevious) => ({ ...cell, hasPrevious })))
    .filter(canOccur);
}

function canOccur({ part, fault, visit, hasPrevious }: Cell): boolean {
  const doesThrow = fault === 'throws at start' || fault === 'throws in render';
  if (part === 'manifest')
    return !doesThrow && !hasPrevious && !(visit === 'first load' && (fault === 'hang' || fault === 'reset'));
  if (part === 'entry') return fault !== 'throws in render';
  return !doesThrow || part === 'page chunk' || part === 'lazy chunk';
}

/** "page chunk × hang × first load × with previous". */
export function nameOf({ part, fault, visit, hasPrevious }: Cell): string {
  return [part, fault, visit, hasPrevious ? 'with previous' : 'alone'].join(' × ');
}
