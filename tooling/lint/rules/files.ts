import { faultAt, type LintRule, type SourceFile } from '../lint-rule.ts';

const nameless = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'types', 'constants', 'misc']);
const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
// Names that people, containers or package managers expect.
const prescribed =
  /^(?:README|LICENSE|CHANGELOG|CONTRIBUTING|SECURITY|AGENTS|CODEOWNERS|Dockerfile|Makefile)$/;
// A translation file has the name of its i18next namespace.
const localeFile = /(?:^|\/)locales\/[a-z]{2}\/[a-z][A-Za-z]*\.json$/;

/** Names of files and folders are kebab-case and say what they contain. */
export const fileNames: LintRule = {
  name: 'file-names',
  check: (files) => files.filter((file) => !localeFile.test(file.path)).flatMap(badNames),
};

function badNames(file: SourceFile) {
  const faults = file.path.split('/').flatMap((segment) => objection(segment) ?? []);
  return faults.slice(0, 1).map((message) => faultAt(file, 0, message));
}

function objection(segment: string): string | undefined {
  const [stem = '', ...suffixes] = segment.replace(/^[._]+/, '').split('.');
  if (nameless.has(stem)) return `"${segment}" is too general: name the file after its content`;
  if (prescribed.test(stem)) return undefined;
  return [stem, ...suffixes].every((part) => kebab.test(part)) ? undefined : `"${segment}" is not kebab-case`;
}

const limits = { warning: 200, code: 300, test: 400 };
const exempt = /\.generated\.|\.fixtures\.|(?:^|\/)(?:fixtures|locales)\//;

/** A file has at most 300 lines, a test 400; 200 lines give a warning. */
export const fileLength: LintRule = {
  name: 'file-length',
  check: (files) =>
    files.filter(({ path }) => /\.(?:tsx?|mjs|js|css)$/.test(path) && !exempt.test(path)).flatMap(tooLong),
};

function tooLong({ path, text }: SourceFile) {
  const lines = text.replace(/\n$/, '').split('\n').length;
  const limit = path.includes('.test.') ? limits.test : limits.code;
  if (lines > limit) {
    const message = `${lines} lines, at most ${limit} are allowed: split the file`;
    return [{ file: path, line: limit + 1, message }];
  }
  if (lines > limits.warning && limit === limits.code) {
    const message = `${lines} lines, aim at ${limits.warning}`;
    return [{ file: path, line: limits.warning + 1, message, isWarning: true as const }];
  }
  return [];
}
