import type { Live } from '../composition/live.ts';
import type { Parts } from '../composition/write-composition.ts';
import { OperationRefused, withActive, withHost } from '../operations/parts.ts';
import type { ReleaseName } from '../releases/release-name.ts';
import { readStoredArea, readStoredHost, resolveName } from '../releases/stored-release.ts';
import type { ReleaseStore } from '../store/release-store.ts';

/** What is live; OperationRefused when nothing is. */
export function liveSet(live: Live | undefined): Parts {
  if (live !== undefined) return live.composition;
  throw new OperationRefused('Nothing is live yet: "portal deploy host@<version> <area>@<version> …" begins');
}

/** `latest` in names replaced by versions. Throws NoSuchRelease. */
export function resolveNames(store: ReleaseStore, names: readonly ReleaseName[]): Promise<ReleaseName[]> {
  return Promise.all(names.map((name) => resolveName(store, name)));
}

/** The set with the named releases in place of what is live of them; the host first. Throws NoSuchRelease. */
export async function withReleases(
  store: ReleaseStore,
  parts: Parts | undefined,
  names: readonly ReleaseName[],
): Promise<Parts> {
  let next = parts;
  for (const name of names.toSorted((a, b) => Number(b.unit === 'host') - Number(a.unit === 'host'))) {
    if (name.unit === 'host') next = withHost(next, await readStoredHost(store, name));
    else next = withActive(liveSetOf(next), await readStoredArea(store, name));
  }
  return liveSetOf(next);
}

function liveSetOf(parts: Parts | undefined): Parts {
  if (parts !== undefined) return parts;
  throw new OperationRefused('No host is live yet: name one too, host@<version>');
}
