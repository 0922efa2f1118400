import { portalFactsSchema } from '@portal/federation-contract/portal-facts';
import * as v from 'valibot';
import type { Fault, LintRule, SourceFile } from '../lint-rule.ts';
import { isNode, lineOfNode, type SyntaxNode, stringValue, syntaxNodes } from '../syntax-tree.ts';

const browserCode =
  /^(?:host|remote-[a-z0-9-]+|shared\/(?!contract\/|testing\/)[a-z-]+)\/.*(?<!\.test|\.fixtures)\.tsx?$/;
const portalSchema = v.pipe(v.string(), v.parseJson(), portalFactsSchema);

/** Browser code reads no member of an endpoint that the build removes: in a bundle it would be undefined. */
export const endpointMembers: LintRule = {
  name: 'endpoint-members',
  check(files) {
    const portal = files.find(({ path }) => path === 'portal.json');
    const removed = portal && v.parse(portalSchema, portal.text).endpoints.server_members;
    return files
      .filter(({ path }) => browserCode.test(path))
      .flatMap((file) => readsIn(file, new Set<string | undefined>(removed)));
  },
};

function readsIn(file: SourceFile, removed: ReadonlySet<string | undefined>): Fault[] {
  const nodes = syntaxNodes(file);
  const imported = new Set(nodes.flatMap(contractNames));
  return nodes.flatMap((node) =>
    membersRead(node, imported)
      .filter((member) => removed.has(member))
      .map((member) => ({
        file: file.path,
        line: lineOfNode(node, file),
        message: `"${member}" of an endpoint is not in bundles: see "server_members" in portal.json`,
      })),
  );
}

/** The local names of what an import takes from the contract. */
function contractNames({ type, source, specifiers }: SyntaxNode): (string | undefined)[] {
  const isContract = type === 'ImportDeclaration' && stringValue(source)?.startsWith('@portal/contract/');
  return isContract ? nodesIn(specifiers).map(({ local }) => nameOf(local)) : [];
}

/** The members that a node reads of an imported value: `login.errors`, `login['errors']` or `const { errors } = login`. */
function membersRead(node: SyntaxNode, imported: ReadonlySet<string | undefined>): (string | undefined)[] {
  const { type, object, property, id, init } = node;
  if (type === 'MemberExpression' && isNode(object) && imported.has(nameOf(object)))
    return [nameOf(property) ?? (isNode(property) ? stringValue(property['expression']) : undefined)];
  if (type === 'VariableDeclarator' && isNode(init) && imported.has(nameOf(init)) && isNode(id))
    return nodesIn(id['properties']).map(({ key }) => nameOf(key));
  return [];
}

function nodesIn(value: unknown): SyntaxNode[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function nameOf(node: unknown): string | undefined {
  if (!isNode(node) || node.type !== 'Identifier') return undefined;
  return typeof node['value'] === 'string' ? node['value'] : undefined;
}
