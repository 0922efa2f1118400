import { countsOf, type Outcome, type Step, single, total } from './outcome.ts';

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
