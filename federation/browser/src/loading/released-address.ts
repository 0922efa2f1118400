import type { LiveHost, LiveRelease } from '@portal/federation-contract/composition';
import { pageComposition } from '../composition/page-releases.ts';
import { federationSettings } from '../federation-settings.ts';

type Release = LiveHost | LiveRelease;

/** A file of this page's releases. */
export interface ReleasedFile {
  release: Release;
  /** Path inside the release. */
  name: string;
  /** Whether the address is that of the second copy. */
  isAlternate: boolean;
}

/** The folder of a release in the second copy; undefined without one, and for a development server. */
export function alternateBase({ base, manifest }: Pick<Release, 'base' | 'manifest'>): string | undefined {
  const { alternateFiles } = federationSettings();
  if (alternateFiles === undefined || manifest === null) return undefined;
  return alternateFiles + new URL(base, location.origin).pathname;
}

/** The release of this page that an address belongs to, in either copy; undefined for an address of none. */
export function findReleasedFile(address: string): ReleasedFile | undefined {
  const { origin, pathname } = new URL(address, location.href);
  for (const release of knownReleases()) {
    for (const base of [release.base, alternateBase(release)]) {
      const folder = base === undefined ? undefined : new URL(base, location.origin);
      if (folder?.origin === origin && pathname.startsWith(folder.pathname))
        return { release, name: pathname.slice(folder.pathname.length), isAlternate: base !== release.base };
    }
  }
  return undefined;
}

/** The address of a release's file in the second copy, otherwise in the fallback release of its area; undefined at the end. */
export function nextAddress(address: string): string | undefined {
  const file = findReleasedFile(address);
  if (file === undefined) return undefined;
  const { release, name, isAlternate } = file;
  const alternate = isAlternate ? undefined : alternateBase(release);
  if (alternate !== undefined) return alternate + name;
  const owner = pageComposition().releases.find((one) => one.release === release);
  return owner?.fallback ? owner.fallback.base + name : undefined;
}

function knownReleases(): Release[] {
  const { host, releases } = pageComposition();
  return [
    host,
    ...releases.flatMap(({ release, fallback }) => (fallback === null ? [release] : [release, fallback])),
  ];
}
