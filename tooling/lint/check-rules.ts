import { allRules } from './all-rules.ts';
import { withoutIgnored } from './ignored-faults.ts';
import type { Fault, LintRule, SourceFile } from './lint-rule.ts';

export interface LintResult {
  name: string;
  faults: Fault[];
}

interface CheckOptions {
  /** While translations are on their way, what other languages lack is a warning. */
  areTranslationsPending?: boolean;
}

/** Applies the project's own rules to a repository's files; a rule that stumbles has failed. */
export function checkRules(
  files: SourceFile[],
  { areTranslationsPending = false }: CheckOptions = {},
): LintResult[] {
  return allRules.map((rule) => {
    const faults = faultsOf(rule, files);
    const isPending = areTranslationsPending && rule.name === 'locales';
    return { name: rule.name, faults: isPending ? faults.map(softened) : faults };
  });
}

function faultsOf(rule: LintRule, files: SourceFile[]): Fault[] {
  try {
    return withoutIgnored(rule.name, rule.check(files), files);
  } catch (error) {
    return [
      {
        file: rule.name,
        line: 1,
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      },
    ];
  }
}

function softened(fault: Fault): Fault {
  return fault.file.includes('/locales/en/') ? fault : { ...fault, isWarning: true };
}
