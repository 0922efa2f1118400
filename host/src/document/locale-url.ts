import { pageComposition } from '../composition/page-releases.ts';
import { attemptQuery } from '../federation/load-area.ts';

/** Where a namespace is read: in the release of the area that owns it, else in the host's own. */
export function localeUrl(language: string, namespace: string): string {
  const { host, releases } = pageComposition();
  const owner = releases.find(({ area }) => area.namespaces.includes(namespace));
  const query = owner === undefined ? '' : attemptQuery(owner.area.id);
  return `${(owner?.release ?? host).base}locales/${language}/${namespace}.json${query}`;
}
