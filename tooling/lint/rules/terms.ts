import { type Fault, type LintRule, lineAt, type SourceFile } from '../lint-rule.ts';
import { isNode, isScript, type SyntaxNode, spanOf, stringValue, syntaxNodes } from '../syntax-tree.ts';

/** A refused term and its replacement. Names are split into words before matching: `areaRun` becomes "area run". */
const terms: [term: RegExp, replacement: string][] = [
  [/mend(?:s|ed|ing)?/, '"fix" or "repair"'],
  [/anew/, '"again", "start again" or "restart"'],
  [/(?:draw|drawn|drew|drawing)[ -]ahead/, '"prerender"'],
  [/step(?:s|ped|ping)?[ -](?:back|down)/, '"fallback"'],
  [/area runs?/, '"load state" (AreaLoad)'],
  [/way[ -]back/, '"revert link"'],
  [/take-aways?/, '"export"'],
  [/second[ -]steps?/, '"two-step verification" in prose, "twoFactor" in code'],
  [/portal[ -]reports?/, '"release telemetry"'],
  [/tells?|telling|told/, '"report", "show", "notify" or "distinguish"'],
  [/desk/, '"local"'],
  [/log-in/, '"login" as a noun, "log in" as a verb'],
  [/log-out/, '"logout" as a noun, "log out" as a verb'],
  [/by (?:itself|themselves)/, '"automatically" or "alone"'],
  [/in the place of/, '"instead of"'],
  [/at once/, '"immediately" or "at the same time"'],
  [/for good(?! reasons?)/, '"permanently"'],
  [/whoever/, 'the subject: "an engineer who", "callers that"'],
  [/as one that/, 'an "if" or "because" clause'],
  [/gives? a dash/, '"shows a dash"'],
];
const anyTerm = new RegExp(
  terms.map(([term], index) => `(?<t${index}>\\b(?:${term.source})\\b)`).join('|'),
  'gi',
);

const documents = /\.(?:md|css|ya?ml)$/;
// These files list the terms, or their names and checksums are recorded in databases.
const exempt =
  /^bff\/migrations\/|^docs\/glossary\.md$|^tooling\/lint\/(?:rules\/terms\.ts|testing\/planted-code-faults\.fixtures\.ts)$|^pnpm-lock\.yaml$/;
/** Packages whose texts only engineers and operators read, so that strings are checked too. */
const withTexts = /^(?:assurance|federation|tooling)\//;

/** Refuses the terms that docs/glossary.md replaces, in names, comments, documents and test names. */
export const glossaryTerms: LintRule = {
  name: 'terms',
  check: (files) => files.filter(({ path }) => !exempt.test(path)).flatMap(refusedTerms),
};

function refusedTerms(file: SourceFile): Fault[] {
  const inName = termsIn(file.path.replace(/\.\w+$/, '')).map((fault) => ({ ...fault, line: 1 }));
  const inText = isScript(file)
    ? termsIn(withoutTexts(file))
    : documents.test(file.path)
      ? termsIn(file.text)
      : [];
  return [...inName, ...inText].map((fault) => ({ file: file.path, ...fault }));
}

function termsIn(text: string): { line: number; message: string }[] {
  const words = text.replace(/([a-z])([A-Z])/g, '$1 $2');
  return [...words.matchAll(anyTerm)].map(({ 0: found, index, groups = {} }) => {
    const number = Object.keys(groups).find((name) => groups[name] !== undefined);
    const replacement = terms[Number(number?.slice(1))]?.[1];
    return { line: lineAt(words, index), message: `"${found}": write ${replacement}` };
  });
}

/** The file with its strings replaced by spaces, except test names: customers or machines read strings. */
function withoutTexts(file: SourceFile): string {
  if (withTexts.test(file.path)) return file.text;
  const nodes = syntaxNodes(file);
  const names = new Set(nodes.filter(isTest).map(({ arguments: list }) => nameArgument(list)));
  const bytes = Buffer.from(file.text);
  for (const node of nodes) {
    if (!/^(?:StringLiteral|TemplateElement|JSXText|RegExpLiteral)$/.test(node.type) || names.has(node))
      continue;
    const { start, end } = spanOf(node);
    for (let at = start; at < end; at += 1) if (bytes[at] !== 10) bytes[at] = 32;
  }
  return bytes.toString();
}

function isTest({ type, callee }: SyntaxNode): boolean {
  return type === 'CallExpression' && /^(?:test|describe|it)$/.test(firstName(callee));
}

/** The first name of a call: `test` of `test.each(table)`. */
function firstName(node: unknown): string {
  if (!isNode(node)) return '';
  return node.type === 'Identifier'
    ? String(node['value'])
    : firstName(node['object'] ?? node['callee'] ?? node['tag']);
}

function nameArgument(list: unknown): unknown {
  const name = Array.isArray(list) ? list[0]?.expression : undefined;
  return stringValue(name) === undefined ? undefined : name;
}
