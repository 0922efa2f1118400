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

/** Runs steps one after the other, prints a line for each and failures in full, and adds them up. */
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

/** A step that throws has failed: nothing that was to be tested may go missing. */
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
