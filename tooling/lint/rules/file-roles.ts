import type { Fault, LintRule, SourceFile } from '../lint-rule.ts';
import { isNode, lineOfNode, type SyntaxNode, stringValue, syntaxNodes } from '../syntax-tree.ts';

interface Role {
  files: RegExp;
  /** Names that may not be imported, by package; `*` means any. */
  forbidden: Record<string, string[]>;
  message: string;
}

const fetching = { '@portal/shared/api': ['endpointQuery', 'useQuery', 'useQueries', 'useMutation'] };

/** The suffix of a file's name states its role, which limits its imports. */
const roles: Role[] = [
  {
    files: /^(?:host|remote-[a-z0-9-]+)\/.*-(?:page|columns|sidebar|plate)\.tsx$/,
    forbidden: fetching,
    message: 'it composes components and fetches nothing: put the query into a use-… hook',
  },
  {
    files: /^bff\/.*\.repository\.ts$/,
    forbidden: { fastify: ['*'], '@fastify/cookie': ['*'] },
    message: 'it contains the SQL of one table and no HTTP',
  },
];

/** Pages do not fetch, and repositories know no HTTP. */
export const fileRoles: LintRule = {
  name: 'file-roles',
  check: (files) =>
    roles.flatMap((role) =>
      files.filter(({ path }) => role.files.test(path)).flatMap((file) => outOfRole(file, role)),
    ),
};

function outOfRole(file: SourceFile, { forbidden, message }: Role): Fault[] {
  return syntaxNodes(file)
    .filter((node) => node.type === 'ImportDeclaration' && node['typeOnly'] !== true)
    .flatMap((node) => {
      const source = stringValue(node['source']) ?? '';
      const names = forbidden[source] ?? [];
      const wrong = names.includes('*') ? source : importedNames(node).find((name) => names.includes(name));
      if (wrong === undefined) return [];
      return [{ file: file.path, line: lineOfNode(node, file), message: `imports ${wrong}, but ${message}` }];
    });
}

function importedNames({ specifiers }: SyntaxNode): string[] {
  if (!Array.isArray(specifiers)) return [];
  return specifiers.filter(isNode).flatMap(({ imported, local }) => {
    const name = isNode(imported) ? imported : local;
    return isNode(name) ? [String(name['value'])] : [];
  });
}
