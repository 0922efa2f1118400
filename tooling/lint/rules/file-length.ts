import type { LintRule, SourceFile } from '../lint-rule.ts';

const limits = { warning: 200, code: 300, test: 400 };
const exempt = /\.generated\.|\.fixtures\.|(?:^|\/)(?:fixtures|locales)\//;

/** A file that needs scrolling does more than one job. */
export const fileLength: LintRule = {
  name: 'file-length',
  check: (files) =>
    files.filter(({ path }) => /\.(?:tsx?|mjs|js|css)$/.test(path) && !exempt.test(path)).flatMap(tooLong),
};

function tooLong({ path, text }: SourceFile) {
  const lines = text.replace(/\n$/, '').split('\n').length;
  const limit = path.includes('.test.') ? limits.test : limits.code;
  if (lines > limit)
    return [{ file: path, line: limit + 1, message: `${lines} lines, at most ${limit}: split it` }];
  if (lines > limits.warning && limit === limits.code) {
    const message = `${lines} lines, aim at ${limits.warning}`;
    return [{ file: path, line: limits.warning + 1, message, isWarning: true as const }];
  }
  return [];
}
