import type { Fault, LintRule, SourceFile } from '../lint-rule.ts';
import { isNode, isScript, lineOfNode, type SyntaxNode, stringValue, syntaxNodes } from '../syntax-tree.ts';
import { type ImportTarget, layerOfPath, layerRules, resolveImport } from './import-layers.ts';

const test = /\.test\.tsx?$|\.fixtures\.tsx?$|\/testing\/|\.setup\.ts$/;
const configuration = /(?:\.config\.(?:ts|mjs|js)|\.d\.ts)$/;
const feature = /^((?:host|remote-[a-z0-9-]+)\/src\/features\/[a-z0-9-]+)\//;
// Code that runs in a browser has no Node beneath it.
const browserLayer = /^(?:host|remote-.*|shared\/.*|contract)$/;

/** Who may import whom. The table is in import-layers.ts; features and tests are told apart here. */
export const importArrows: LintRule = {
  name: 'import-arrows',
  check: (files) =>
    files.filter((file) => isScript(file) && !configuration.test(file.path)).flatMap(wrongImports),
};

function wrongImports(file: SourceFile): Fault[] {
  const layer = layerOfPath(file.path);
  if (layer === undefined) return [];
  return syntaxNodes(file).flatMap((node) => {
    const specifier = importedFrom(node);
    if (specifier === undefined) return [];
    const target = resolveImport(file.path, specifier);
    const message = objection(file, layer, target);
    return message === undefined ? [] : [{ file: file.path, line: lineOfNode(node, file), message }];
  });
}

function objection(file: SourceFile, layer: string, target: ImportTarget): string | undefined {
  const isTest = test.test(file.path);
  if (target.layer === 'shared/testing' && !isTest) return 'only tests import shared/testing';
  // A test may show the portal's own words.
  if (isTest && target.path?.startsWith('host/locales/')) return undefined;
  if (target.layer !== undefined && target.layer !== layer) {
    const isAllowed =
      layerRules(layer)?.inside.includes(target.layer) ||
      (isTest && (target.layer === 'shared/testing' || meetsForm(layer, target.layer)));
    return isAllowed ? undefined : `${layer} must not import ${target.layer}`;
  }
  if (target.path !== undefined) return crossing(file.path, target.path);
  return isTest || target.package === undefined ? undefined : foreign(layer, target.package);
}

/** A test may hold what a form refuses against what the BFF refuses. */
function meetsForm(layer: string, target: string): boolean {
  return layer === 'bff' && target === 'shared/form';
}

function crossing(from: string, to: string): string | undefined {
  const own = feature.exec(from)?.[1];
  if (own === undefined) return undefined;
  if (/\/src\/area\.tsx$/.test(to))
    return 'a feature must not import area.tsx: the arrow points the other way';
  const other = feature.exec(to)?.[1];
  return other === undefined || other === own
    ? undefined
    : `${own} must not import ${other}: features stay apart`;
}

function foreign(layer: string, name: string): string | undefined {
  if (name.startsWith('node:')) {
    return browserLayer.test(layer) && !layer.endsWith('/testing')
      ? `${layer} must not use ${name}`
      : undefined;
  }
  const { outside } = layerRules(layer) ?? {};
  if (outside === undefined || outside.includes(name)) return undefined;
  return `${layer} must not import ${name}, only ${outside.join(', ')}`;
}

function importedFrom(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
      return stringValue(node['source']);
    case 'TsImportType':
      return stringValue(node['argument']);
    case 'CallExpression':
      return calledImport(node);
    default:
      return undefined;
  }
}

function calledImport({ callee, arguments: args }: SyntaxNode): string | undefined {
  const isImport = isNode(callee) && (callee.type === 'Import' || callee['value'] === 'require');
  return isImport && Array.isArray(args) ? stringValue(args[0]?.expression) : undefined;
}
