import { type Area, areaSchema, pagePath } from '@portal/federation-contract/area';
import * as v from 'valibot';
import { type Fault, faultAt, type LintRule, type SourceFile } from '../lint-rule.ts';
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

function conversions(file: SourceFile) {
  return [...file.text.matchAll(conversion)].map(({ index, 1: name }) =>
    faultAt(
      file,
      index,
      `"${name}" is a decimal string: a number loses digits, so the BFF must compute this`,
    ),
  );
}

const productCode =
  /^(?:host|federation|shared|remote-[a-z0-9-]+)\/(?!.*\/testing\/).*(?<!\.test|\.fixtures)\.tsx?$/;

/**
 * Code names no sidebar of another area, and the host, the shared packages and the delivery packages name no page of
 * any: they ask for the action that an area offers.
 */
export const namedAreas: LintRule = {
  name: 'named-areas',
  check(files) {
    const areas = files.flatMap(areaOf);
    return files.filter(({ path }) => productCode.test(path)).flatMap((file) => faultsIn(file, areas));
  },
};

function areaOf({ path, text }: SourceFile): Area[] {
  if (!/^remote-[a-z0-9-]+\/area\.json$/.test(path)) return [];
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), areaSchema), text);
  return parsed.success ? [parsed.output] : [];
}

function faultsIn(file: SourceFile, areas: readonly Area[]): Fault[] {
  const { path } = file;
  const isRemote = path.startsWith('remote-');
  const others = areas.filter(({ id }) => !path.startsWith(`remote-${id}/`));
  const names = others.flatMap((area) => [
    ...area.sidebars.map(({ id }) => `${area.id}/${id}`),
    ...(isRemote ? [] : area.pages.map((page) => pagePath(area, page))),
  ]);
  return syntaxNodes(file).flatMap((node) => {
    const [name = ''] = (stringValue(node) ?? '').split(/[?#&]/);
    if (!names.includes(name)) return [];
    const message = `"${name}" belongs to an area: ask for the action that it offers (useAction, actionPath)`;
    return [{ file: path, line: lineOfNode(node, file), message }];
  });
}
