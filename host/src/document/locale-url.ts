import { attemptQuery } from '../federation/load-area.ts';
import { composition } from './portal-document.ts';

/** Where a namespace is read: in the release of the area that owns it, else in the host's own. */
export function localeUrl(language: string, namespace: string): string {
  const owner = composition.areas.find(({ area }) => area.namespaces.includes(namespace));
  const query = owner === undefined ? '' : attemptQuery(owner.area.id);
  return `${(owner ?? composition.host).base}locales/${language}/${namespace}.json${query}`;
}
