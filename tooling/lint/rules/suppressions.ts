import { type Fault, type LintRule, lineAt, type SourceFile } from '../lint-rule.ts';

const comment = /(?:^|[\s;{},()])(?:\/\/|\/\*+)[ \t]*(@?[a-z0-9]+[- ][a-z-]+)([^\n]*)/g;
const forbidden: Record<string, string> = {
  '@ts-ignore': 'it also hides the error that comes next: use @ts-expect-error with a reason',
  '@ts-nocheck': 'it leaves a whole file unchecked',
  'istanbul ignore': 'coverage counts every line',
  'c8 ignore': 'coverage counts every line',
  'v8 ignore': 'coverage counts every line',
  'eslint-disable': 'there is no ESLint here',
  'prettier-ignore': 'there is no Prettier here',
  'stylelint-disable': 'there is no Stylelint here',
};
const reasoned = new Set([
  '@ts-expect-error',
  'biome-ignore',
  'biome-ignore-start',
  'biome-ignore-all',
  'lint-ignore',
  'lint-ignore-file',
]);
const fewestWords = 3;

/** Whoever switches a rule off writes down why. */
export const suppressions: LintRule = {
  name: 'suppressions',
  check: (files) => files.filter(({ path }) => /\.(?:tsx?|mjs|js|css)$/.test(path)).flatMap(unreasoned),
};

function unreasoned({ path, text }: SourceFile): Fault[] {
  return [...text.matchAll(comment)].flatMap(([match, directive = '', rest = ''], index, all) => {
    const line = lineAt(text, (all[index]?.index ?? 0) + match.indexOf('/'));
    const key = Object.keys(forbidden).find((word) => directive.startsWith(word));
    if (key !== undefined)
      return [{ file: path, line, message: `"${key}" is not used here: ${forbidden[key]}` }];
    if (!reasoned.has(directive) || wordsOf(reasonIn(directive, rest)) >= fewestWords) return [];
    return [{ file: path, line, message: `"${directive}" needs a written reason` }];
  });
}

function reasonIn(directive: string, rest: string): string {
  const text = rest.replace(/\*\/.*$/, '');
  return directive.includes('-ignore') ? text.replace(/^[^:]*:?/, '') : text;
}

function wordsOf(reason: string): number {
  return reason.match(/\p{L}{2,}/gu)?.length ?? 0;
}
