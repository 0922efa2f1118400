/** First segments of the paths that delivery answers itself. A page is never the response to one of them. */
const deliveryPaths = ['composition.json', 'host', 'locales', 'ops', 'portal', 'remotes'];

/** `all` names every area in commands; `about` is a page of the host in every portal. */
const otherNames = ['about', 'all'];

/** What a portal has of its own, beside delivery. */
export interface OwnNames {
  /** First segments of the paths that its server answers: `v1`. */
  serverPaths?: readonly string[] | undefined;
  /** Paths of its host's pages: `/welcome`. */
  hostPages?: readonly string[] | undefined;
  /** Further names that no area may have. */
  reserved?: readonly string[] | undefined;
}

/** Whether the server answers a path itself, so that no page can be there. */
export function isServerPath(path: string, serverPaths: readonly string[] = []): boolean {
  const [, first = ''] = path.split('/');
  return [...deliveryPaths, ...serverPaths].includes(first);
}

/** The ids that no area may have, because a path of them already means something else. */
export function reservedIds({ serverPaths = [], hostPages = [], reserved = [] }: OwnNames): string[] {
  const pages = hostPages.flatMap((page) => page.split('/').filter((part) => part !== ''));
  return [...new Set([...deliveryPaths, ...otherNames, ...serverPaths, ...pages, ...reserved])].sort();
}
