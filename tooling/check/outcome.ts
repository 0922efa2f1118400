/** What a step of the check came to. Everything that can fail alone counts as one test. */
export interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
  /** What to read when something failed or is worth a warning; else empty. */
  report: string;
}

export interface Step {
  name: string;
  run(): Promise<Outcome>;
}

/** One test that passed or failed. */
export function single(isPassed: boolean, report = ''): Outcome {
  return { passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1, skipped: 0, report };
}

export function total(outcomes: Outcome[]): Outcome {
  return {
    passed: sum(outcomes.map((one) => one.passed)),
    failed: sum(outcomes.map((one) => one.failed)),
    skipped: sum(outcomes.map((one) => one.skipped)),
    report: outcomes.flatMap(({ report }) => (report === '' ? [] : [report])).join('\n'),
  };
}

/** `12 passed, 0 failed`, and what was skipped if anything was. */
export function countsOf({ passed, failed, skipped }: Outcome): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function sum(numbers: number[]): number {
  return numbers.reduce((before, next) => before + next, 0);
}
