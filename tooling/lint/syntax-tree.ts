import { parseSync } from '@swc/core';
import type { SourceFile } from './lint-rule.ts';

/** A node of swc's syntax tree. Rules check the fields that they read. */
export interface SyntaxNode {
  type: string;
  [field: string]: unknown;
}

const trees = new WeakMap<SourceFile, SyntaxNode[]>();

/** All nodes of a script in source order; none if the file does not parse, which tsc reports. */
export function syntaxNodes(file: SourceFile): SyntaxNode[] {
  const known = trees.get(file);
  if (known !== undefined) return known;
  const nodes: SyntaxNode[] = [];
  gather(parsed(file), nodes);
  trees.set(file, nodes);
  return nodes;
}

export function isScript({ path }: SourceFile): boolean {
  return /\.(?:tsx?|mjs|js)$/.test(path);
}

/** The line number, from 1, of a node's start. */
export function lineOfNode(node: SyntaxNode, { text }: SourceFile): number {
  return Buffer.from(text).subarray(0, spanOf(node).start).toString().split('\n').length;
}

/** The first byte of a node in its file, and the first byte after it. */
export function spanOf({ span }: SyntaxNode): { start: number; end: number } {
  if (typeof span !== 'object' || span === null || !('start' in span) || !('end' in span))
    return { start: 0, end: 0 };
  // swc's positions start at 1.
  return { start: Number(span.start) - 1, end: Number(span.end) - 1 };
}

/** The text of a string literal or of a template literal without expressions. */
export function stringValue(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'StringLiteral' && typeof node['value'] === 'string') return node['value'];
  const { quasis } = node;
  if (node.type !== 'TemplateLiteral' || !Array.isArray(quasis) || quasis.length !== 1) return undefined;
  const cooked: unknown = quasis[0]?.cooked;
  return typeof cooked === 'string' ? cooked : undefined;
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function parsed(file: SourceFile): unknown {
  try {
    return parseSync(file.text, { syntax: 'typescript', tsx: file.path.endsWith('x'), decorators: false });
  } catch {
    return undefined;
  }
}

function gather(value: unknown, nodes: SyntaxNode[]): void {
  if (Array.isArray(value)) for (const item of value) gather(item, nodes);
  else if (typeof value === 'object' && value !== null) {
    if (isNode(value)) nodes.push(value);
    for (const field of Object.values(value)) gather(field, nodes);
  }
}
