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
  return {
    passed: sum(outcomes.map((one) => one.passed)),
    failed: sum(outcomes.map((one) => one.failed)),
    skipped: sum(outcomes.map((one) => one.skipped)),
    report: outcomes.flatMap(({ report }) => (report === '' ? [] : [report])).join('\n'),
  };
}

/** `12 passed, 0 failed`, with the skipped tests if there are any. */
export function countsOf({ passed, failed, skipped }: Outcome): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function sum(numbers: number[]): number {
  return numbers.reduce((before, next) => before + next, 0);
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
    return single(
      false,
      `${step.name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }
}
