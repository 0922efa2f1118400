import { type LintRule, lineAt, type SourceFile } from '../lint-rule.ts';

const browserCode = /^(?:host|remote-[a-z0-9-]+|shared)\/.*(?<!\.test)\.tsx?$/;
const amount = String.raw`(?:[\w$]+(?:\?\.|\.))*(?:\w*_)?(?:amount|balance|price|cost|total|vat|net|gross|rate|fee)(?:_\w+)?`;
// Not after a dot: `format.number(total)` formats a count.
const conversion = new RegExp(
  String.raw`(?<![\w.])(?:Number|parseFloat|Number\.parseFloat)\(\s*(${amount})\s*\)`,
  'gi',
);

/** Money is a decimal string. A number would lose digits below a cent, so the BFF computes sums. */
export const moneyArithmetic: LintRule = {
  name: 'money-arithmetic',
  check: (files) => files.filter(({ path }) => browserCode.test(path)).flatMap(conversions),
};

function conversions({ path, text }: SourceFile) {
  return [...text.matchAll(conversion)].map((match) => ({
    file: path,
    line: lineAt(text, match.index),
    message: `"${match[1]}" is a decimal string: a number loses digits, so the BFF must compute this`,
  }));
}
