import type { Live } from '../composition/live.ts';
import type { UnitSet } from '../composition/write-composition.ts';
import { OperationRefused, withActive, withHost } from '../operations/live-units.ts';
import type { ReleaseName } from '../releases/release-name.ts';
import { readStoredArea, readStoredHost, resolveName } from '../releases/stored-release.ts';
import type { ReleaseStore } from '../store/release-store.ts';

/** What is live; OperationRefused when nothing is. */
export function liveSet(live: Live | undefined): UnitSet {
  if (live !== undefined) return live.composition;
  throw new OperationRefused(
    'Nothing is live yet: start with "portal deploy host@<version> <area>@<version> …"',
  );
}

/** `latest` in names replaced by versions. Throws NoSuchRelease. */
export function resolveNames(store: ReleaseStore, names: readonly ReleaseName[]): Promise<ReleaseName[]> {
  return Promise.all(names.map((name) => resolveName(store, name)));
}

/** The set with the named releases instead of the live ones; the host first. Throws NoSuchRelease. */
export async function withReleases(
  store: ReleaseStore,
  units: UnitSet | undefined,
  names: readonly ReleaseName[],
): Promise<UnitSet> {
  let next = units;
  for (const name of names.toSorted((a, b) => Number(b.unit === 'host') - Number(a.unit === 'host'))) {
    if (name.unit === 'host') next = withHost(next, await readStoredHost(store, name));
    else next = withActive(liveSetOf(next), await readStoredArea(store, name));
  }
  return liveSetOf(next);
}

function liveSetOf(units: UnitSet | undefined): UnitSet {
  if (units !== undefined) return units;
  throw new OperationRefused('No host is live yet: also deploy one, host@<version>');
}
