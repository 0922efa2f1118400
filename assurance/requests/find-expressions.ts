import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import {
  isNode,
  lineOfNode,
  type SyntaxNode,
  stringValue,
  syntaxNodes,
} from '@portal/tooling/lint/syntax-tree';

interface FoundExpression {
  /** File and line. */
  place: string;
  /** Undefined for an expression that is built at run time, which cannot be checked. */
  pattern: string | undefined;
  flags: string;
}

const root = path.resolve(import.meta.dirname, '../..');
/** Code that runs in production. Tests and development tools read no foreign text. */
const sources = '{shared,bff,federation,host,remote-*}/**/*.{ts,tsx,mjs}';
const ignored = /node_modules|\/dist\/|\.test\.|\.fixtures\.|\/testing\//;

/** Finds every regular expression of the product: literals, and arguments of `RegExp`. */
export async function findExpressions(): Promise<{ files: number; expressions: FoundExpression[] }> {
  const names: string[] = [];
  for await (const name of glob(sources, { cwd: root, exclude: (file) => file.includes('node_modules') }))
    if (!ignored.test(name)) names.push(name);
  return { files: names.length, expressions: names.flatMap(expressionsIn) };
}

function expressionsIn(name: string): FoundExpression[] {
  const file = { path: name, text: readFileSync(path.join(root, name), 'utf8') };
  return syntaxNodes(file).flatMap((node) => {
    const parameters = parametersOf(node);
    if (parameters === undefined) return [];
    const [pattern, flags = ''] = parameters;
    return [{ place: `${name}:${lineOfNode(node, file)}`, pattern, flags }];
  });
}

/** Pattern and flags of an expression; undefined for any other node. */
function parametersOf(node: SyntaxNode): (string | undefined)[] | undefined {
  const { type, callee, arguments: list } = node;
  if (type === 'RegExpLiteral') return [String(node['pattern']), String(node['flags'])];
  if (type !== 'NewExpression' && type !== 'CallExpression') return undefined;
  if (!isNode(callee) || callee.type !== 'Identifier' || callee['value'] !== 'RegExp') return undefined;
  return Array.isArray(list) ? list.map(({ expression }) => stringValue(expression)) : undefined;
}
