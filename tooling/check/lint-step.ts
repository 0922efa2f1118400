import { root } from '../build/workspace-packages.ts';
import { checkRules, type LintResult } from '../lint/check-rules.ts';
import { describeFault } from '../lint/lint-rule.ts';
import { readRepository } from '../lint/read-repository.ts';
import { checkBiome, checkKnip } from '../lint/third-party.ts';
import { type Outcome, type Step, single, total } from './outcome.ts';

/** Biome, knip and the project's own rules; each rule of the project's own is one test. */
export function lintStep(options: { areTranslationsPending: boolean }): Step {
  return {
    name: 'lint',
    async run() {
      const [biome, knip, files] = await Promise.all([
        checkBiome(root),
        checkKnip(root),
        readRepository(root),
      ]);
      return total([biome, knip, ...checkRules(files, options)].map(outcomeOf));
    },
  };
}

function outcomeOf({ name, faults }: LintResult): Outcome {
  const lines = faults.map((fault) => `${describeFault(fault)} [${name}]`);
  return single(
    faults.every((fault) => fault.isWarning),
    lines.join('\n'),
  );
}
