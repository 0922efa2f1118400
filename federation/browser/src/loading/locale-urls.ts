import { localePath, namespaceOwner } from '@portal/federation-contract/release-lookup';
import { pageComposition } from '../composition/page-releases.ts';
import { areaLoad, attemptQuery } from './area-load.ts';

/** Where a namespace is read: in the release of the area that owns it, otherwise in the host's. */
export function localeUrl(language: string, namespace: string): string {
  const { host, releases } = pageComposition();
  const owner = namespaceOwner(releases, namespace);
  const path = localePath(language, namespace);
  if (owner === undefined) return host.base + path;
  const load = areaLoad(owner.area.id);
  return load.release.base + path + attemptQuery(load);
}

/** Where a text that could not be read may be found too: in the fallback release of its area. */
export function otherLocaleUrl(url: string): string | undefined {
  const path = new URL(url, location.origin).pathname;
  for (const { release, fallback } of pageComposition().releases) {
    if (fallback !== null && path.startsWith(release.base))
      return fallback.base + path.slice(release.base.length);
  }
  return undefined;
}
