import { type Fault, lineAt, type SourceFile } from './lint-rule.ts';

interface Ignore {
  rule: string;
  file: string;
  line: number;
  isWholeFile: boolean;
}

const directive = /(?<![^\s;{},()])(?:\/\/|\/\*)[ \t]*lint-ignore(-file)?[ \t]+([a-z-]+):/g;

/**
 * Takes out the faults that a comment answers for: `lint-ignore <rule>: <reason>` on the line above, or
 * `lint-ignore-file <rule>: <reason>` anywhere in the file. A comment that answers for nothing is a fault itself.
 */
export function withoutIgnored(rule: string, faults: Fault[], files: SourceFile[]): Fault[] {
  const ignores = files.flatMap(ignoresIn).filter((one) => one.rule === rule);
  const used = new Set<Ignore>();
  const left = faults.filter((fault) => {
    const answer = ignores.find((one) => answersFor(one, fault));
    if (answer !== undefined) used.add(answer);
    return answer === undefined;
  });
  const idle = ignores
    .filter((one) => !used.has(one))
    .map(({ file, line }) => ({ file, line, message: `"lint-ignore ${rule}" ignores nothing: delete it` }));
  return [...left, ...idle];
}

function answersFor(ignore: Ignore, fault: Fault): boolean {
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
