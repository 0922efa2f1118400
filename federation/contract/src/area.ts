import * as v from 'valibot';

/** Versions of the interface between host and areas that this host supports, the newest last. Version 2 added `actions`. */
export const areaContractVersions = [1, 2] as const;

const idSchema = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,39}$/));
const pathSchema = v.pipe(v.string(), v.regex(/^\/?(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*)?$/));
const absolutePathSchema = v.pipe(v.string(), v.regex(/^\/(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*)?$/));
const titleSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(80));

const namespaceSchema = v.pipe(v.string(), v.regex(/^[a-z][A-Za-z]*$/));

/** Language code → text. portal.json states the required languages. */
const titlesSchema = v.record(v.pipe(v.string(), v.regex(/^[a-z]{2}$/)), titleSchema);

const pageSchema = v.strictObject({
  id: idSchema,
  /** Below the area's base path; empty for the area's root. */
  path: pathSchema,
  /** Key of `titles`. */
  title: idSchema,
  /** Whether the base path leads here; for one page at most. */
  index: v.optional(v.boolean(), false),
  /** Further absolute paths that redirect here. */
  aliases: v.optional(v.array(absolutePathSchema), []),
  /** Namespaces of the page's first view, which are preloaded. */
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

/** A page or sidebar that the area offers under a role such as `support`. Host and other areas ask for the role. */
const roleSchema = idSchema;
const actionSchema = v.union([
  v.strictObject({ role: roleSchema, page: idSchema }),
  v.strictObject({ role: roleSchema, sidebar: idSchema }),
]);

/**
 * area.json: what the host needs for menus, titles and deep links without the area's code. It is part of the release and
 * of the composition.
 */
export const areaSchema = v.pipe(
  v.strictObject({
    id: idSchema,
    contract: v.picklist(areaContractVersions),
    base_path: v.pipe(v.string(), v.regex(/^\/[a-z0-9-]*$/)),
    /** Position in the navigation, ascending. */
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

interface Titled {
  title?: string | undefined;
}

function namedTitles(area: Titled & Record<'pages' | 'navigation' | 'sidebars', Titled[]>): string[] {
  return [area, ...area.pages, ...area.navigation, ...area.sidebars].flatMap(({ title }) => title ?? []);
}
