import type { Fault, LintRule, SourceFile } from '../lint-rule.ts';
import { isNode, isScript, lineOfNode, type SyntaxNode, stringValue, syntaxNodes } from '../syntax-tree.ts';
import { keyFamilies, type LocaleFile, lineOfKey, localeFiles, pluralKeysOf } from './locale-files.ts';

interface Mentions {
  whole: Set<string>;
  /** Computed keys: the texts before and after the expression. */
  computed: { start: string; end: string }[];
}

/** Namespaces of the host that every package in the browser may use. */
const ownedByHost = new Set(['botCheck', 'common', 'error', 'exports', 'savedViews', 'vat', 'welcome']);
const browserCode = /^(?:host|federation\/browser|remote-[a-z0-9-]+|shared)\//;

/**
 * Every English text is used by some code, and every key in code exists. Types check most keys in code; this rule also
 * checks keys that pass through a variable of type string.
 */
export const localeKeys: LintRule = {
  name: 'locale-keys',
  check(files) {
    const english = localeFiles(files).filter((file) => file.language === 'en');
    const scripts = files.filter(
      (file) => browserCode.test(file.path) && isScript(file) && !file.path.includes('.test.'),
    );
    return [
      ...english.flatMap((file) => unusedKeys(file, scripts)),
      ...scripts.flatMap((script) => unknownKeys(script, english)),
    ];
  },
};

function unusedKeys(file: LocaleFile, scripts: SourceFile[]): Fault[] {
  const readers = scripts.filter(
    ({ path }) => ownedByHost.has(file.namespace) || path.startsWith(`${file.owner}/`),
  );
  // The error codes of the contract are keys.
  const codes =
    file.namespace === 'error' ? scripts.filter(({ path }) => path.startsWith('shared/contract/')) : [];
  const mentions = mentionsIn([...readers, ...codes]);
  const families = [...keyFamilies(file.texts, pluralKeysOf(file.texts)).keys()];
  return families
    .filter((key) => !isMentioned(key, file.namespace, mentions))
    .map((key) => ({ file: file.path, line: lineOfKey(file.text, key), message: `no code uses "${key}"` }));
}

function isMentioned(key: string, namespace: string, { whole, computed }: Mentions): boolean {
  return [key, `${namespace}:${key}`].some(
    (name) =>
      whole.has(name) ||
      computed.some(
        ({ start, end }) => name.startsWith(start) && name.endsWith(end) && name.length > start.length,
      ),
  );
}

function mentionsIn(scripts: SourceFile[]): Mentions {
  const mentions: Mentions = { whole: new Set(), computed: [] };
  for (const node of scripts.flatMap(syntaxNodes)) {
    const text = stringValue(node);
    if (text !== undefined) mentions.whole.add(text);
    if (text !== undefined && /^[A-Za-z]+[:.]$/.test(text)) mentions.computed.push({ start: text, end: '' });
    const parts = templateParts(node);
    if (parts !== undefined && parts.start !== '') mentions.computed.push(parts);
  }
  for (const { text } of scripts) {
    // Names of object properties may be keys, such as in a record of statuses.
    for (const [, name = ''] of text.matchAll(/(?:^|[\s{,])(\w+):/g)) mentions.whole.add(name);
  }
  return mentions;
}

function templateParts({ type, quasis }: SyntaxNode): { start: string; end: string } | undefined {
  if (type !== 'TemplateLiteral' || !Array.isArray(quasis) || quasis.length < 2) return undefined;
  return { start: String(quasis[0]?.cooked ?? ''), end: String(quasis.at(-1)?.cooked ?? '') };
}

/** Keys passed to `t` with a namespace, or in a file that uses known namespaces. */
function unknownKeys(script: SourceFile, english: LocaleFile[]): Fault[] {
  const nodes = syntaxNodes(script);
  const own = nodes.flatMap((node) => (isCallOf(node, 'useTranslation') ? namespacesIn(node) : []));
  return nodes.flatMap((node) => {
    const asked = isCallOf(node, 't') ? stringValue(firstArgument(node)) : undefined;
    if (asked === undefined) return [];
    const [namespace, key] = asked.includes(':') ? asked.split(':', 2) : [undefined, asked];
    const candidates = english.filter((file) =>
      namespace ? file.namespace === namespace : own.includes(file.namespace),
    );
    if (candidates.length === 0 || candidates.some((file) => hasKey(file, key ?? ''))) return [];
    return [{ file: script.path, line: lineOfNode(node, script), message: `no English text "${asked}"` }];
  });
}

function hasKey({ texts }: LocaleFile, key: string): boolean {
  if (keyFamilies(texts, pluralKeysOf(texts)).has(key)) return true;
  return [...texts.keys()].some((known) => known.startsWith(`${key}.`));
}

function namespacesIn(node: SyntaxNode): string[] {
  const argument = firstArgument(node);
  if (!isNode(argument)) return [];
  const { elements } = argument;
  const items: unknown[] = Array.isArray(elements) ? elements.map((item) => item?.expression) : [argument];
  return items.flatMap((item) => stringValue(item) ?? []);
}

function isCallOf({ type, callee }: SyntaxNode, name: string): boolean {
  return type === 'CallExpression' && isNode(callee) && callee['value'] === name;
}

function firstArgument({ arguments: args }: SyntaxNode): unknown {
  return Array.isArray(args) ? args[0]?.expression : undefined;
}
