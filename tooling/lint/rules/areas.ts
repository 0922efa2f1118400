import { type Area, areaSchema } from '@portal/federation-contract/area';
import { type PortalFacts, portalFactsSchema, reservedIds } from '@portal/federation-contract/portal-facts';
import * as v from 'valibot';
import { type Fault, faultAt, type LintRule, type SourceFile } from '../lint-rule.ts';
import { isNode, type SyntaxNode, syntaxNodes } from '../syntax-tree.ts';

interface KnownArea {
  file: SourceFile;
  folder: string;
  area: Area;
}

const slots = ['pages', 'sidebars', 'plates'] as const;
/** Every area.json is valid, collides with no other, and matches its area.tsx. */
export const areas: LintRule = {
  name: 'areas',
  check(files) {
    const faults: Fault[] = [];
    const known: KnownArea[] = [];
    const facts = factsOf(files);
    for (const file of files.filter(({ path }) => /^remote-[a-z0-9-]+\/area\.json$/.test(path))) {
      const result = v.safeParse(areaSchema, parsedJson(file));
      if (result.success) known.push({ file, folder: file.path.split('/')[0] ?? '', area: result.output });
      else faults.push(...result.issues.map((issue) => invalid(file, issue)));
    }
    return [
      ...faults,
      ...collisions(known, facts),
      ...known.flatMap((one) => [
        ...misnamed(one),
        ...againstPortal(one, facts),
        ...namespaceFiles(one, files, facts),
        ...codeFace(one, files),
      ]),
    ];
  },
};

function parsedJson({ text }: SourceFile): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function invalid(file: SourceFile, issue: v.GenericIssue): Fault {
  const at = issue.path?.map((item) => `${item.key}`).join('.') ?? '';
  return faultAt(file, 0, `${at === '' ? '' : `${at}: `}${issue.message}`);
}

function misnamed({ file, folder, area }: KnownArea): Fault[] {
  if (folder === `remote-${area.id}`) return [];
  return [faultAt(file, '"id"', `area "${area.id}" is in the folder ${folder}`)];
}

function factsOf(files: SourceFile[]): PortalFacts {
  const file = files.find(({ path }) => path === 'portal.json');
  return v.parse(portalFactsSchema, file === undefined ? {} : parsedJson(file));
}

/** A reserved id, and titles that a language of the portal lacks. */
function againstPortal({ file, area }: KnownArea, facts: PortalFacts): Fault[] {
  const isReserved = reservedIds(facts).includes(area.id);
  return [
    ...(isReserved ? [faultAt(file, '"id"', `the id "${area.id}" belongs to the portal`)] : []),
    ...Object.entries(area.titles).flatMap(([key, texts]) =>
      facts.languages
        .filter((language) => texts[language] === undefined)
        .map((language) => faultAt(file, `"${key}": {`, `title "${key}" is missing in ${language}`)),
    ),
  ];
}

const ownedByHost = (names: readonly string[]) => new Map(names.map((name) => [name, 'host']));

function collisions(known: KnownArea[], facts: PortalFacts): Fault[] {
  return [
    ...duplicates('area id', known, ({ area }) => [area.id]),
    ...duplicates('path', known, pathsOf, ownedByHost(facts.host_pages)),
    ...duplicates('action', known, ({ area }) => area.actions.map(({ role }) => role)),
    ...duplicates('namespace', known, ({ area }) => area.namespaces, ownedByHost(facts.host_namespaces)),
    ...slots.flatMap((slot) =>
      duplicates(slot, known, ({ area }) => area[slot].map((one) => `${area.id}/${one.id}`)),
    ),
  ];
}

function duplicates(
  what: string,
  known: KnownArea[],
  valuesOf: (one: KnownArea) => string[],
  reserved = new Map<string, string>(),
): Fault[] {
  const owners = new Map(reserved);
  return known.flatMap((one) =>
    valuesOf(one).flatMap((value) => {
      const owner = owners.get(value);
      owners.set(value, one.folder);
      if (owner === undefined) return [];
      const text = value.split('/').at(-1) ?? value;
      return [faultAt(one.file, `"${text}"`, `${what} "${value}" is taken by ${owner}`)];
    }),
  );
}

function pathsOf({ area }: KnownArea): string[] {
  return area.pages.flatMap((page) => [`${area.base_path}/${page.path}`, ...page.aliases].map(normalized));
}

function normalized(path: string): string {
  return `/${path.split('/').filter(Boolean).join('/')}`;
}

function namespaceFiles(
  { file, folder, area }: KnownArea,
  files: SourceFile[],
  { host_namespaces: ofHost }: PortalFacts,
): Fault[] {
  const english = new RegExp(`^${folder}/locales/en/(\\w+)\\.json$`);
  const existing = files.flatMap(({ path }) => english.exec(path)?.[1] ?? []);
  const foreign = area.pages
    .flatMap((page) => page.namespaces)
    .filter((name) => !area.namespaces.includes(name) && !ofHost.includes(name));
  return [
    ...area.namespaces
      .filter((name) => !existing.includes(name))
      .map((name) => `namespace "${name}" has no English file`),
    ...existing
      .filter((name) => !area.namespaces.includes(name))
      .map((name) => `"namespaces" lacks "${name}"`),
    ...foreign.map((name) => `a page reads "${name}", which neither "namespaces" nor the host has`),
  ].map((message) => faultAt(file, '"namespaces"', message));
}

/** area.tsx maps exactly the ids of area.json to components, and every page is a chunk of its own. */
function codeFace({ folder, area }: KnownArea, files: SourceFile[]): Fault[] {
  const path = `${folder}/src/area.tsx`;
  const file = files.find((one) => one.path === path);
  if (file === undefined)
    return [{ file: path, line: 1, message: 'is missing: it maps the ids of area.json to components' }];
  // A release lists the files of a page by the name of its chunk.
  const chunks = area.pages
    .filter(({ id }) => !file.text.includes(`webpackChunkName: "page-${id}"`))
    .map(({ id }) => faultAt(file, 'pages', `no chunk is named "page-${id}"`));
  const ids = slots.flatMap((slot) => {
    const coded = keysOf(slot, file);
    const stated = area[slot].map(({ id }) => id);
    const lacking = stated.filter((id) => !coded.includes(id));
    const unstated = coded.filter((id) => !stated.includes(id));
    return [
      ...lacking.map((id) => `${slot} lack "${id}" of area.json`),
      ...unstated.map((id) => `${slot} has "${id}", which area.json lacks`),
    ].map((message) => faultAt(file, slot, message));
  });
  return [...chunks, ...ids];
}

function keysOf(slot: string, file: SourceFile): string[] {
  const property = syntaxNodes(file).find((node) => node.type === 'KeyValueProperty' && keyOf(node) === slot);
  const record = property?.['value'];
  if (!isNode(record) || !Array.isArray(record['properties'])) return [];
  return record['properties'].filter(isNode).map(keyOf);
}

function keyOf({ key }: SyntaxNode): string {
  return isNode(key) ? String(key['value']) : '';
}
