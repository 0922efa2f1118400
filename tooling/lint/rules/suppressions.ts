import { type Fault, faultAt, type LintRule, lineAt, type SourceFile } from '../lint-rule.ts';

const comment = /(?:^|[\s;{},()])(?:\/\/|\/\*+)[ \t]*(@?[a-z0-9]+[- ][a-z-]+)([^\n]*)/g;
const forbidden: Record<string, string> = {
  '@ts-ignore': 'it also hides other errors: use @ts-expect-error with a reason',
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

/** Every suppression of a rule has a written reason. */
export const suppressions: LintRule = {
  name: 'suppressions',
  check: (files) => files.filter(({ path }) => /\.(?:tsx?|mjs|js|css)$/.test(path)).flatMap(unreasoned),
};

function unreasoned(file: SourceFile): Fault[] {
  return [...file.text.matchAll(comment)].flatMap(({ 0: match, 1: directive = '', 2: rest = '', index }) => {
    const fault = (message: string) => [faultAt(file, index + match.indexOf('/'), message)];
    const key = Object.keys(forbidden).find((word) => directive.startsWith(word));
    if (key !== undefined) return fault(`"${key}" is not used here: ${forbidden[key]}`);
    if (!reasoned.has(directive) || wordsOf(reasonIn(directive, rest)) >= fewestWords) return [];
    return fault(`"${directive}" needs a written reason`);
  });
}

function reasonIn(directive: string, rest: string): string {
  const text = rest.replace(/\*\/.*$/, '');
  return directive.includes('-ignore') ? text.replace(/^[^:]*:?/, '') : text;
}

function wordsOf(reason: string): number {
  return reason.match(/\p{L}{2,}/gu)?.length ?? 0;
}

interface Ignore {
  rule: string;
  file: string;
  line: number;
  isWholeFile: boolean;
}

const directive = /(?<![^\s;{},()])(?:\/\/|\/\*)[ \t]*lint-ignore(-file)?[ \t]+([a-z-]+):/g;

/**
 * Removes the faults that a comment suppresses: `lint-ignore <rule>: <reason>` on the line above, or
 * `lint-ignore-file <rule>: <reason>` anywhere in the file. A comment that suppresses nothing is a fault.
 */
export function withoutIgnored(rule: string, faults: Fault[], files: SourceFile[]): Fault[] {
  const ignores = files.flatMap(ignoresIn).filter((one) => one.rule === rule);
  const used = new Set<Ignore>();
  const left = faults.filter((fault) => {
    const suppression = ignores.find((one) => suppresses(one, fault));
    if (suppression !== undefined) used.add(suppression);
    return suppression === undefined;
  });
  const idle = ignores
    .filter((one) => !used.has(one))
    .map(({ file, line }) => ({ file, line, message: `"lint-ignore ${rule}" ignores nothing: delete it` }));
  return [...left, ...idle];
}

function suppresses(ignore: Ignore, fault: Fault): boolean {
  return ignore.file === fault.file && (ignore.isWholeFile || ignore.line + 1 === fault.line);
}

function ignoresIn({ path, text }: SourceFile): Ignore[] {
  if (!/\.(?:tsx?|mjs|js|css)$/.test(path)) return [];
  return [...text.matchAll(directive)].map((match) => ({
    rule: match[2] ?? '',
    file: path,
    line: lineAt(text, match.index),
    isWholeFile: match[1] !== undefined,
  }));
}
