import { lintStep } from './lint-step.ts';
import type { Step } from './outcome.ts';
import { typesStep } from './types-step.ts';
import { unitStep } from './unit-step.ts';

/**
 * The steps that need no build: all, or those named. `--pending-translations` turns missing translations into warnings;
 * `--warnings` lists every warning.
 */
export function checkSteps(args: string[]): Step[] {
  const steps = [
    typesStep,
    lintStep({
      areTranslationsPending: args.includes('--pending-translations'),
      areWarningsListed: args.includes('--warnings'),
    }),
    unitStep,
  ];
  const names = args.filter((argument) => !argument.startsWith('-'));
  const unknown = names.find((name) => !steps.some((step) => step.name === name));
  if (unknown !== undefined)
    throw new Error(`no step "${unknown}", only ${steps.map((step) => step.name).join(', ')}`);
  return names.length === 0 ? steps : steps.filter((step) => names.includes(step.name));
}
