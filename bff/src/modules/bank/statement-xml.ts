import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { OperatorError } from '../../errors/operator-error.ts';

export type Node = Record<string, unknown>;

/** Elements that may occur more than once. */
const lists = new Set(['Stmt', 'Ntry', 'NtryDtls', 'TxDtls', 'Ustrd', 'Strd', 'Bal', 'AddtlRmtInf']);

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (name) => lists.has(name),
});

/** The declaration of an XML is ASCII in every encoding but UTF-16, which begins with a byte order mark. */
const declaredEncoding = /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([A-Za-z][\w.-]*)["']/;

/** Reads an XML in the encoding that it declares; without a declaration it is UTF-8. Throws OperatorError. */
export function decodeXml(bytes: Uint8Array): string {
  const [, declared = 'utf-8'] =
    declaredEncoding.exec(Buffer.from(bytes.subarray(0, 200)).toString('latin1')) ?? [];
  const encoding = markedEncoding(bytes) ?? declared;
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new OperatorError(`The file is not written in ${encoding}, the encoding that it declares.`);
  }
}

/** The encoding of a byte order mark; it counts more than what is declared. */
function markedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : undefined;
}

/** How much of a message is shown: it can quote the whole file. */
const quotedLength = 200;

/** Throws OperatorError for anything but an XML without a document type. */
export function parseXml(xml: string): Node {
  // A document type could define entities; statements have none.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml))
    throw new OperatorError('The file has a document type: statements have none.');
  const checked = XMLValidator.validate(xml);
  if (checked !== true)
    throw new OperatorError(
      `The file is no XML: line ${checked.err.line}, ${checked.err.msg.slice(0, quotedLength)}`,
    );
  try {
    return parser.parse(xml);
  } catch (error) {
    // Well-formed, but with limits of the parser exceeded or with names that it refuses.
    const reason = error instanceof Error ? error.message.slice(0, quotedLength) : '';
    throw new OperatorError(`The file is no bank statement: ${reason}.`, { cause: error });
  }
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function nodeAt(node: Node, ...path: readonly string[]): Node | undefined {
  let current: unknown = node;
  for (const name of path) current = isNode(current) ? current[name] : undefined;
  return isNode(current) ? current : undefined;
}

export function nodesAt(node: Node, name: string): Node[] {
  const value = node[name];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

export function listAt(node: Node, ...path: readonly string[]): string[] {
  const last = path.at(-1) ?? '';
  const value = nodeAt(node, ...path.slice(0, -1))?.[last];
  return Array.isArray(value) ? value.map((each) => storable(String(each))) : [];
}

export function text(node: Node, ...path: readonly string[]): string | undefined {
  let current: unknown = node;
  for (const name of path) current = isNode(current) ? current[name] : undefined;
  if (isNode(current)) current = current['#text'];
  return typeof current === 'string' && current.trim() !== '' ? storable(current.trim()) : undefined;
}

/** All texts of a node and the nodes in it. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [storable(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Replaces characters that XML does not allow and a database does not store; some banks pass them on from payers. */
function storable(given: string): string {
  return given.replaceAll(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD');
}
