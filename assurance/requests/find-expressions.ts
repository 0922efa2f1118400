import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { parseSync } from '@swc/core';

export interface FoundExpression {
  /** File and line. */
  place: string;
  pattern: string;
  flags: string;
}

interface Scan {
  files: number;
  expressions: FoundExpression[];
  /** Places where an expression is built at run time, which cannot be checked. */
  computed: string[];
}

interface Node {
  type: string;
  [field: string]: unknown;
}

const root = path.resolve(import.meta.dirname, '../..');
/** Code that runs in production. Tests and development tools read no foreign text. */
const sources = '{shared,bff,federation,host,remote-*}/**/*.{ts,tsx,mjs}';
const ignored = /node_modules|\/dist\/|\.test\.|\.fixtures\.|\/testing\//;

/** Finds every regular expression of the product: literals, and arguments of `RegExp`. */
export async function findExpressions(): Promise<Scan> {
  const scan: Scan = { files: 0, expressions: [], computed: [] };
  for await (const name of glob(sources, { cwd: root, exclude: (file) => file.includes('node_modules') })) {
    if (ignored.test(name)) continue;
    scan.files += 1;
    scanFile(name, scan);
  }
  return scan;
}

function scanFile(name: string, scan: Scan): void {
  const text = readFileSync(path.join(root, name), 'utf8');
  const tree = parseSync(text, { syntax: 'typescript', tsx: name.endsWith('x') });
  // swc's positions are bytes and continue from file to file.
  const start = tree.span.start - leadingBytes(text);
  visit(tree, (node) => {
    const place = () => `${name}:${lineAt(text, offsetOf(node) - start)}`;
    if (node.type === 'RegExpLiteral') {
      scan.expressions.push({
        place: place(),
        pattern: String(node['pattern']),
        flags: String(node['flags']),
      });
      return;
    }
    const parameters = isRegExpCall(node) ? argumentsOf(node) : undefined;
    if (parameters === undefined) return;
    const [pattern, flags] = parameters.map(textOf);
    if (pattern === undefined) scan.computed.push(place());
    else scan.expressions.push({ place: place(), pattern, flags: flags ?? '' });
  });
}

function isRegExpCall({ type, callee }: Node): boolean {
  if (type !== 'NewExpression' && type !== 'CallExpression') return false;
  return isNode(callee) && callee.type === 'Identifier' && callee['value'] === 'RegExp';
}

function argumentsOf({ arguments: list }: Node): unknown[] {
  return Array.isArray(list) ? list.map(({ expression }) => expression) : [];
}

function textOf(node: unknown): string | undefined {
  return isNode(node) && node.type === 'StringLiteral' ? String(node['value']) : undefined;
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, see);
  else if (typeof value === 'object' && value !== null) {
    if (isNode(value)) see(value);
    for (const field of Object.values(value)) visit(field, see);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function offsetOf({ span }: Node): number {
  return (span as { start: number }).start;
}

/** Bytes before the first token, where swc's tree begins. */
function leadingBytes(text: string): number {
  const rest = text.replace(/^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)+/, '');
  return Buffer.byteLength(text) - Buffer.byteLength(rest);
}

function lineAt(text: string, offset: number): number {
  return Buffer.from(text).subarray(0, offset).toString().split('\n').length;
}
