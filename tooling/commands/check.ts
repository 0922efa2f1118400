// npm run check [-- types lint unit build browser] [--warnings] [--pending-translations]
// Without names it runs types, lint and unit; npm test runs all five.
import { browserStep } from '../check/browser-step.ts';
import { buildStep } from '../check/build-step.ts';
import { lintStep } from '../check/lint-step.ts';
import { countsOf, runSteps } from '../check/outcome.ts';
import { typesStep } from '../check/types-step.ts';
import { unitStep } from '../check/unit-step.ts';
import { useMemoryForTemporaryFiles } from '../process/memory-folder.ts';

const args = process.argv.slice(2);
const names = args.filter((argument) => !argument.startsWith('-'));
const lint = lintStep({
  areTranslationsPending: args.includes('--pending-translations'),
  areWarningsListed: args.includes('--warnings'),
});
const steps = [typesStep, lint, unitStep, buildStep, browserStep];
const unknown = names.filter((name) => !steps.some((step) => step.name === name));

if (unknown.length > 0) {
  console.error(`No step "${unknown[0]}". The steps are ${steps.map((step) => step.name).join(', ')}.`);
  process.exitCode = 2;
} else {
  const isWanted = (name: string) =>
    names.length === 0 ? !['build', 'browser'].includes(name) : names.includes(name);
  useMemoryForTemporaryFiles();
  const outcome = await runSteps(steps.filter(({ name }) => isWanted(name)));
  console.log(countsOf(outcome));
  process.exitCode = outcome.failed === 0 ? 0 : 1;
}
