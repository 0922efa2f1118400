import type { PlantedTree } from './planted-tree.ts';

/** A fault that one rule must report, and the same files without it. */
export interface PlantedFault {
  rule: string;
  fault: string;
  faulty: PlantedTree;
  /** The files without the fault, about which no rule may report anything. */
  clean: PlantedTree;
  /** `file:line` of the report. */
  at: string;
  message: RegExp;
}

/** A planted fault of one file. */
export function oneFile(
  [rule, fault]: [rule: string, fault: string],
  path: string,
  { wrong, right, line = 1, message }: { wrong: string[]; right: string[]; line?: number; message: RegExp },
): PlantedFault {
  return { rule, fault, faulty: { [path]: wrong }, clean: { [path]: right }, at: `${path}:${line}`, message };
}

export const page = 'remote-news/src/features/list/list-page.tsx';
export const sheet = 'remote-news/src/features/list/list-page.module.css';
/** Code that uses the class `row`. */
export const usesSheet = {
  [page]: ["import styles from './list-page.module.css';", 'export const name = styles.row;'],
};
