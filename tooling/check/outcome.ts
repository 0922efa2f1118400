/** The outcome of a step. Everything that can fail separately counts as one test. */
export interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
  /** Failures and warnings; empty when there are none. */
  report: string;
}

export interface Step {
  name: string;
  run(): Promise<Outcome>;
}

/** The outcome of one test. */
export function single(isPassed: boolean, report = ''): Outcome {
  return { passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1, skipped: 0, report };
}

export function total(outcomes: Outcome[]): Outcome {
  const sum = (count: 'passed' | 'failed' | 'skipped') =>
    outcomes.reduce((before, outcome) => before + outcome[count], 0);
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    report: outcomes.flatMap(({ report }) => (report === '' ? [] : [report])).join('\n'),
  };
}

/** `12 passed, 0 failed`, with the skipped tests if there are any. */
export function countsOf({ passed, failed, skipped }: Outcome): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Runs steps one after another, prints a line and the report of each, and adds up their outcomes. */
export async function runSteps(steps: Step[]): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (const step of steps) {
    const started = performance.now();
    const outcome = await outcomeOf(step);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const mark = outcome.failed === 0 ? 'ok    ' : 'FAILED';
    console.log(`${mark} ${step.name.padEnd(10)} ${countsOf(outcome)} (${seconds} s)`);
    if (outcome.report !== '') console.log(`\n${outcome.report.trim()}\n`);
    outcomes.push(outcome);
  }
  return total(outcomes);
}

/** A step that throws has failed. */
async function outcomeOf(step: Step): Promise<Outcome> {
  try {
    return await step.run();
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return single(false, `${step.name}: ${reason}`);
  }
}
