// npm run check [-- types lint unit] [-- --pending-translations]
import { checkSteps } from '../check/check-steps.ts';
import { countsOf } from '../check/outcome.ts';
import { runSteps } from '../check/run-steps.ts';

const outcome = await runSteps(checkSteps(process.argv.slice(2)));
console.log(countsOf(outcome));
process.exitCode = outcome.failed === 0 ? 0 : 1;
