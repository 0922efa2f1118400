import * as v from 'valibot';

const languageSchema = v.pipe(v.string(), v.regex(/^[a-z]{2}$/));
const names = v.optional(v.array(v.string()), []);

/** Bytes, of files as they are sent unless noted; without a limit when absent. */
const limit = v.optional(v.pipe(v.number(), v.minValue(1)), Number.POSITIVE_INFINITY);

const sizeBudgetsSchema = v.strictObject({
  /** The container of an area. */
  entry: limit,
  /** The first view of each page, besides the entry and the host's files. */
  page_scripts: limit,
  page_styles: limit,
  /** The host's initial files, which are loaded once for all areas. */
  host_scripts: limit,
  host_styles: limit,
  /** The largest file of texts in a release. */
  locale_file: limit,
  /** Any file of a release, uncompressed: a chunk that is loaded on demand, too. */
  any_file: limit,
  /** All files of a release, uncompressed. */
  whole_release: limit,
  /** `<area>/<page>` → all scripts of the page, including the host's. */
  whole_pages: v.optional(v.record(v.string(), v.pipe(v.number(), v.minValue(1))), {}),
  /** Path of a page → what a browser with an empty cache loads until the page rests. */
  first_loads: v.optional(
    v.record(v.string(), v.strictObject({ requests: limit, html: limit, scripts: limit, styles: limit })),
    {},
  ),
});
export type SizeBudgets = v.InferOutput<typeof sizeBudgetsSchema>;

/** Relative to the root. */
const foldersSchema = v.strictObject({
  host: v.string(),
  /** The packages that host and areas share. */
  shared: v.string(),
  /** The endpoints and schemas that browser and server share. */
  contract: v.string(),
  /** Folders whose exported types live releases depend on. */
  public_types: v.array(v.string()),
});

/** How the gate runs a release in a browser before it goes live. */
const trialRunSchema = v.strictObject({
  /** Environment of the server program; it gets no other settings of the machine. */
  environment: v.optional(v.record(v.string(), v.string()), {}),
  /** Requests that open a session; their cookies are the session. None: every page is opened without one. */
  sign_in: v.optional(
    v.array(
      v.strictObject({
        method: v.string(),
        path: v.pipe(v.string(), v.startsWith('/')),
        headers: v.optional(v.record(v.string(), v.string()), {}),
        body: v.optional(v.unknown()),
      }),
    ),
    [],
  ),
  /** CSS selector of the shell: what no area may move or hide. */
  shell: v.optional(v.string(), ':is(header, nav, aside, footer):not(main *)'),
  /** CSS selector of what each of the host's own pages has once it is shown. Without it, any text in the page counts. */
  shown: v.optional(v.string()),
  /** Milliseconds by which the longest task of a page at start may exceed that of the live set. */
  long_task_ms: v.optional(v.pipe(v.number(), v.minValue(50)), 200),
});

/** portal.json: what delivery must know of the product that it delivers. Every member may be left out. */
export const portalFactsSchema = v.object({
  /** Languages that every area has titles and texts in, ISO 639-1; the first is the source. */
  languages: v.optional(v.pipe(v.array(languageSchema), v.minLength(1)), ['en']),
  /** Paths of the host's own pages: `/welcome`. */
  host_pages: names,
  /** The one of them that shows the areas' plates. */
  plates_page: v.optional(v.string()),
  /** Namespaces whose texts travel in the host's release. */
  host_namespaces: names,
  /** First segments of the server's own paths, besides those of delivery: `v1`. */
  server_paths: names,
  /** Further ids that no area may have. */
  reserved_ids: names,
  folders: v.optional(foldersSchema, {
    host: 'host',
    shared: 'shared',
    contract: 'contract',
    public_types: [],
  }),
  /** The program that serves the portal, relative to the root. */
  server: v.optional(v.string(), 'server.ts'),
  trial_run: v.optional(trialRunSchema, {}),
  /** The contract's endpoints: their members that browsers do not use. */
  endpoints: v.optional(v.object({ server_members: names }), {}),
  size_budgets: v.optional(sizeBudgetsSchema, {}),
  /** Import requests that the host provides through the share scope: at start, or with the pages of the account. */
  shared: v.optional(v.object({ eager: names, late: names }), { eager: [], late: [] }),
  /** Members of the page's configuration for prerendering. */
  prerender_config: v.optional(v.record(v.string(), v.unknown()), {}),
});
export type PortalFacts = v.InferOutput<typeof portalFactsSchema>;

// First segments of the paths that delivery serves.
const deliveryPaths = ['composition.json', 'host', 'locales', 'metrics', 'ops', 'portal', 'remotes'];
// `all` names every area in commands; `about` is a page of every host.
const otherNames = ['about', 'all'];

/** Whether a path belongs to the server, so that it cannot be a page. */
export function isServerPath(
  path: string,
  { server_paths: own }: Pick<PortalFacts, 'server_paths'>,
): boolean {
  const [, first = ''] = path.split('/');
  return deliveryPaths.includes(first) || own.includes(first);
}

/** The ids that no area may have, because a path or a command already uses the name. */
export function reservedIds(
  facts: Pick<PortalFacts, 'server_paths' | 'host_pages' | 'reserved_ids'>,
): string[] {
  const pages = facts.host_pages.flatMap((page) => page.split('/').filter((part) => part !== ''));
  const names = [...deliveryPaths, ...otherNames, ...facts.server_paths, ...pages, ...facts.reserved_ids];
  return [...new Set(names)].sort();
}
