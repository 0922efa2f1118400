// npm test: everything that can be tested on one machine. The last line counts all suites.
import { browserStep } from '../check/browser-step.ts';
import { buildStep } from '../check/build-step.ts';
import { checkSteps } from '../check/check-steps.ts';
import { countsOf } from '../check/outcome.ts';
import { runSteps } from '../check/run-steps.ts';

const outcome = await runSteps([...checkSteps(process.argv.slice(2)), buildStep, browserStep]);
console.log(countsOf(outcome));
process.exitCode = outcome.failed === 0 ? 0 : 1;
