import type { Fault, LintRule, SourceFile } from './lint-rule.ts';
import { areas } from './rules/areas.ts';
import { classNames } from './rules/class-names.ts';
import { dependencyVersions, registryHosts } from './rules/dependencies.ts';
import { docstrings, documentLinks, namedTests } from './rules/documentation.ts';
import { endpointMembers } from './rules/endpoint-members.ts';
import { fileLength, fileNames } from './rules/files.ts';
import { localeKeys } from './rules/locale-keys.ts';
import { locales } from './rules/locales.ts';
import { fileRoles, moneyArithmetic, namedAreas } from './rules/product-code.ts';
import { styleSheets } from './rules/style-sheets.ts';
import { suppressions, withoutIgnored } from './rules/suppressions.ts';
import { glossaryTerms } from './rules/terms.ts';

export interface LintResult {
  name: string;
  faults: Fault[];
}

interface CheckOptions {
  /** Missing translations of other languages are warnings. */
  areTranslationsPending?: boolean;
}

/** Runs the project's own rules over a repository's files. A rule that throws has failed. */
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
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return [{ file: rule.name, line: 1, message }];
  }
}

function softened(fault: Fault): Fault {
  return fault.file.includes('/locales/en/') ? fault : { ...fault, isWarning: true };
}

/** The project's own rules; what Biome, knip and dependency-cruiser can check is in biome.json, knip.json and imports/. */
export const allRules: LintRule[] = [
  fileRoles,
  fileNames,
  fileLength,
  suppressions,
  styleSheets,
  classNames,
  moneyArithmetic,
  endpointMembers,
  docstrings,
  documentLinks,
  namedTests,
  dependencyVersions,
  registryHosts,
  glossaryTerms,
  areas,
  namedAreas,
  locales,
  localeKeys,
];
