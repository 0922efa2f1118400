import { localePath } from '@portal/contract/language';
import { namespaceOwner } from '@portal/federation-contract/release-lookup';
import { pageComposition } from '../composition/page-releases.ts';
import { areaRun, attemptQuery } from '../federation/area-run.ts';

/** Where a namespace is read: in the release of the area that owns it, else in the host's own. */
export function localeUrl(language: string, namespace: string): string {
  const { host, releases } = pageComposition();
  const owner = namespaceOwner(releases, namespace);
  if (owner === undefined) return host.base + localePath(language, namespace);
  const run = areaRun(owner.area.id);
  return run.release.base + localePath(language, namespace) + attemptQuery(run);
}

/** Where a text that could not be read may stand, too: in the release that its area falls back to. */
export function otherLocaleUrl(url: string): string | undefined {
  const path = new URL(url, location.origin).pathname;
  for (const { release, fallback } of pageComposition().releases) {
    if (fallback !== null && path.startsWith(release.base))
      return fallback.base + path.slice(release.base.length);
  }
  return undefined;
}
