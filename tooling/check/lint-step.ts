import { root } from '@portal/federation-build/workspace/workspace-packages';
import { checkRules, type LintResult } from '../lint/check-rules.ts';
import { checkImports } from '../lint/imports/check-imports.ts';
import { describeFault, type Fault } from '../lint/lint-rule.ts';
import { readRepository } from '../lint/read-repository.ts';
import { checkBiome, checkKnip } from '../lint/third-party.ts';
import { type Outcome, type Step, single, total } from './outcome.ts';

/** A rule with more warnings gets counts instead of a list. */
const mostWarnings = 40;

interface LintOptions {
  areTranslationsPending: boolean;
  areWarningsListed: boolean;
}

/** Runs Biome, knip, dependency-cruiser and the project's own rules. Each tool and each rule is one test. */
export function lintStep(options: LintOptions): Step {
  return {
    name: 'lint',
    async run() {
      const files = await readRepository(root);
      const results = await Promise.all([checkBiome(root), checkKnip(root), checkImports(root, files)]);
      return total(
        [...results, ...checkRules(files, options)].map((result) =>
          outcomeOf(result, options.areWarningsListed),
        ),
      );
    },
  };
}

function outcomeOf({ name, faults }: LintResult, areWarningsListed: boolean): Outcome {
  const warnings = faults.filter((fault) => fault.isWarning);
  const errors = faults.filter((fault) => !fault.isWarning);
  const isLong = warnings.length > mostWarnings && !areWarningsListed;
  const lines = [...errors, ...(isLong ? [] : warnings)].map((fault) => `${describeFault(fault)} [${name}]`);
  return single(errors.length === 0, [...lines, ...(isLong ? [summary(name, warnings)] : [])].join('\n'));
}

/** `terms: 120 warnings: bff 70, host 50`. */
function summary(name: string, warnings: Fault[]): string {
  const folders = Map.groupBy(warnings, ({ file }) => file.split('/')[0] ?? '');
  const counts = [...folders].map(([folder, { length }]) => `${folder} ${length}`).sort();
  return `${name}: ${warnings.length} warnings: ${counts.join(', ')} (add --warnings to list them)`;
}
