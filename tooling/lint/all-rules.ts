import type { LintRule } from './lint-rule.ts';
import { areas } from './rules/areas.ts';
import { classNames } from './rules/class-names.ts';
import { dependencyVersions } from './rules/dependency-versions.ts';
import { docstrings } from './rules/docstrings.ts';
import { documentLinks } from './rules/document-links.ts';
import { fileLength } from './rules/file-length.ts';
import { fileNames } from './rules/file-names.ts';
import { fileRoles } from './rules/file-roles.ts';
import { localeKeys } from './rules/locale-keys.ts';
import { locales } from './rules/locales.ts';
import { moneyArithmetic } from './rules/money-arithmetic.ts';
import { namedAreas } from './rules/named-areas.ts';
import { registryHosts } from './rules/registry-hosts.ts';
import { styleSheets } from './rules/style-sheets.ts';
import { suppressions } from './rules/suppressions.ts';
import { glossaryTerms } from './rules/terms.ts';

/** The project's own rules; what Biome, knip and dependency-cruiser can check is in biome.json, knip.json and imports/. */
export const allRules: LintRule[] = [
  fileRoles,
  fileNames,
  fileLength,
  suppressions,
  styleSheets,
  classNames,
  moneyArithmetic,
  docstrings,
  documentLinks,
  dependencyVersions,
  registryHosts,
  glossaryTerms,
  areas,
  namedAreas,
  locales,
  localeKeys,
];
