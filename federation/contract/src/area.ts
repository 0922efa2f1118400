import * as v from 'valibot';

/**
 * Versions of the agreement between host and areas (area.json, the `./area` module, the shared interfaces) that a host
 * built from these sources understands, the newest last. Version 2 added `actions`.
 */
export const areaContractVersions = [1, 2] as const;

const idSchema = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,39}$/));
const pathSchema = v.pipe(v.string(), v.regex(/^\/?(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*)?$/));
const titleSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(80));

const namespaceSchema = v.pipe(v.string(), v.regex(/^[a-z][A-Za-z]*$/));

/** Language code → text. Which languages there must be is the portal's own decision. */
const titlesSchema = v.record(v.pipe(v.string(), v.regex(/^[a-z]{2}$/)), titleSchema);

const pageSchema = v.strictObject({
  id: idSchema,
  /** Below the area's base path; empty for the area's root. */
  path: pathSchema,
  /** Key of `titles`. */
  title: idSchema,
  /** Where the base path leads. One page at most. */
  index: v.optional(v.boolean(), false),
  /** Further absolute paths that redirect here. */
  aliases: v.optional(v.array(pathSchema), []),
  /** What the page's first view reads of the area's namespaces: fetched ahead of its code. */
  namespaces: v.optional(v.array(namespaceSchema), []),
});

const navigationEntrySchema = v.strictObject({ page: idSchema, title: v.optional(idSchema), icon: idSchema });
const sidebarSchema = v.strictObject({ id: idSchema, title: idSchema });
const plateSchema = v.strictObject({
  id: idSchema,
  /** Ascending over all areas. */
  order: v.pipe(v.number(), v.integer()),
  size: v.picklist(['third', 'half', 'full']),
});

/**
 * Something that the area does for the rest of the portal: one of its pages or sidebars, offered under a role such as
 * `support`. Host and other areas ask for the role and never name the area.
 */
const roleSchema = idSchema;
const actionSchema = v.union([
  v.strictObject({ role: roleSchema, page: idSchema }),
  v.strictObject({ role: roleSchema, sidebar: idSchema }),
]);

/**
 * area.json, the data face of an area: everything the host must know to draw menus, titles and deep links while the
 * area's code is absent. It travels in the release and in the composition.
 */
export const areaSchema = v.pipe(
  v.strictObject({
    id: idSchema,
    contract: v.picklist(areaContractVersions),
    base_path: v.pipe(v.string(), v.regex(/^\/[a-z0-9-]*$/)),
    /** Place in the navigation, ascending. */
    order: v.pipe(v.number(), v.integer()),
    /** `anonymous`: its pages are the authorization screens and need no session. */
    access: v.optional(v.picklist(['session', 'anonymous']), 'session'),
    /** Key of `titles`. */
    title: idSchema,
    pages: v.pipe(v.array(pageSchema), v.minLength(1)),
    navigation: v.optional(v.array(navigationEntrySchema), []),
    sidebars: v.optional(v.array(sidebarSchema), []),
    plates: v.optional(v.array(plateSchema), []),
    actions: v.optional(v.array(actionSchema), []),
    namespaces: v.pipe(v.array(namespaceSchema), v.minLength(1)),
    titles: v.record(idSchema, titlesSchema),
  }),
  v.check(
    (area) => namedTitles(area).every((key) => Object.hasOwn(area.titles, key)),
    'a title key is not in "titles"',
  ),
  v.check(
    (area) => area.navigation.every((entry) => area.pages.some((page) => page.id === entry.page)),
    'a navigation entry names a page that is not in "pages"',
  ),
  v.check((area) => area.pages.filter((page) => page.index).length <= 1, 'more than one index page'),
  v.check(
    (area) => area.actions.every((action) => isOffered(area, action)),
    'an action names no page or sidebar',
  ),
  v.check((area) => area.actions.length === 0 || area.contract >= 2, '"actions" need contract 2'),
);
export type Area = v.InferOutput<typeof areaSchema>;
export type AreaInput = v.InferInput<typeof areaSchema>;
export type AreaPage = Area['pages'][number];

/** The absolute path of a page of an area: `/finances/payments`. */
export function pagePath(area: Pick<Area, 'base_path'>, page: Pick<AreaPage, 'path'>): string {
  return `${area.base_path}/${page.path}`.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
}

type Action = v.InferOutput<typeof actionSchema>;
type ActionTargets = Record<'pages' | 'sidebars', { id: string }[]>;

function isOffered({ pages, sidebars }: ActionTargets, action: Action): boolean {
  return 'page' in action
    ? pages.some(({ id }) => id === action.page)
    : sidebars.some(({ id }) => id === action.sidebar);
}

interface TitleUsers {
  title: string;
  pages: { title: string }[];
  navigation: { title?: string | undefined }[];
  sidebars: { title: string }[];
}

function namedTitles(area: TitleUsers): string[] {
  const entries = area.navigation.flatMap((entry) => (entry.title === undefined ? [] : [entry.title]));
  return [area.title, ...area.pages.map((p) => p.title), ...entries, ...area.sidebars.map((s) => s.title)];
}
