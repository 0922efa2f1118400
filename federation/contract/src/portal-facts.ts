import * as v from 'valibot';

const languageSchema = v.pipe(v.string(), v.regex(/^[a-z]{2}$/));
const names = v.optional(v.array(v.string()), []);

/** portal.json: what delivery must know of the product that it delivers. Every member may be left out. */
export const portalFactsSchema = v.object({
  /** Languages that every area has titles and texts in, ISO 639-1; the first is the source. */
  languages: v.optional(v.pipe(v.array(languageSchema), v.minLength(1)), ['en']),
  /** Paths of the host's own pages: `/welcome`. */
  host_pages: names,
  /** Namespaces whose texts travel in the host's release. */
  host_namespaces: names,
  /** First segments of the paths that the portal's server answers beside those of delivery: `v1`. */
  server_paths: names,
  /** Further ids that no area may have. */
  reserved_ids: names,
  /** Requests that the host provides through the share scope: ready at start, or with the pages of the account. */
  shared: v.optional(v.object({ eager: names, late: names }), { eager: [], late: [] }),
  /** Members of the page's configuration while screens are prerendered. */
  prerender_config: v.optional(v.record(v.string(), v.unknown()), {}),
});
export type PortalFacts = v.InferOutput<typeof portalFactsSchema>;

// First segments of the paths that delivery answers itself.
const deliveryPaths = ['composition.json', 'host', 'locales', 'ops', 'portal', 'remotes'];
// `all` names every area in commands; `about` is a page of every host.
const otherNames = ['about', 'all'];

/** Whether the server answers a path itself, so that no page can be there. */
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
