import type { LiveArea, LiveHost, LiveRelease } from '@portal/federation-contract/composition';
import type { Live } from '../composition/composition-file.ts';
import type { UnitSet } from '../composition/write-composition.ts';
import { checkAgainstHost } from '../gate/check-release.ts';
import { resolveName } from '../releases/latest-release.ts';
import {
  NoSuchRelease,
  placedArea,
  placedHost,
  readStoredArea,
  readStoredHost,
  type StoredArea,
  type StoredHost,
} from '../releases/release-json.ts';
import type { ReleaseName } from '../releases/release-name.ts';
import type { TrustedStore } from '../signing/trust.ts';

/** A change that the live set does not permit; the message says why, and what to do instead. */
export class OperationRefused extends Error {
  override readonly name = 'OperationRefused';
}

/** The live area with an id. Throws OperationRefused when there is none. */
export function liveArea(units: Pick<UnitSet, 'areas'>, id: string): LiveArea {
  const found = units.areas.find(({ area }) => area.id === id);
  if (found !== undefined) return found;
  const ids = units.areas.map(({ area }) => area.id).join(', ') || 'none';
  throw new OperationRefused(`${id} is not live; live areas: ${ids}`);
}

/** The set with another host; the former host becomes the previous one. A running canary of the host ends. */
export function withHost(units: UnitSet | undefined, stored: StoredHost): UnitSet {
  const host = placedHost(stored);
  return withHosts(units?.areas ?? [], host, previousHostFor(units, host));
}

/** The set with an older host, and the previous one of that time. A running canary of the host ends. */
export function withHostRolledBack(
  { areas }: UnitSet,
  stored: StoredHost,
  previous: LiveHost | undefined,
): UnitSet {
  return withHosts(areas, placedHost(stored), previous);
}

/** The set with a host for a share of the visitors in percent. Throws OperationRefused. */
export function withHostCanary(units: UnitSet, stored: StoredHost, percent: number): UnitSet {
  const release = placedHost(stored);
  refuseActive('host', release, units.host);
  return { ...units, canary_host: { release, percent } };
}

function refuseActive(unit: string, { version }: { version: string }, active: { version: string }): void {
  if (active.version === version)
    throw new OperationRefused(`${unit}@${version} is active already: it cannot be its own canary`);
}

/** The version of a unit's canary; undefined when it has none. Throws OperationRefused for an area that is not live. */
export function canaryVersion(units: UnitSet, unit: string): string | undefined {
  return unit === 'host' ? units.canary_host?.release.version : liveArea(units, unit).canary?.release.version;
}

function withHosts(areas: UnitSet['areas'], host: LiveHost, previous: LiveHost | undefined): UnitSet {
  return { host, ...(previous && { previous_host: previous }), areas };
}

function previousHostFor(before: UnitSet | undefined, host: LiveHost): LiveHost | undefined {
  if (before?.host.version === host.version) return before.previous_host;
  // A release of a development server exists only while the server runs.
  return before?.host.manifest === null ? undefined : before?.host;
}

/** The set with a release as its area's active one; the former active release becomes the previous one. A running canary ends. */
export function withActive(units: UnitSet, stored: StoredArea): UnitSet {
  const { area } = stored.release;
  const before = units.areas.find((one) => one.area.id === area.id);
  const active = placedArea(stored);
  return replaced(units, { area, active, previous: previousFor(before, active), canary: null });
}

/** The set with a release as its area's canary, for a share of the visitors in percent. Throws OperationRefused. */
export function withCanary(units: UnitSet, stored: StoredArea, percent: number): UnitSet {
  const { area } = stored.release;
  const before = liveArea(units, area.id);
  const release = placedArea(stored);
  refuseActive(area.id, release, before.active);
  return replaced(units, { ...before, canary: { area, release, percent } });
}

/** The set with the canary of an area, or of the host, as the active release. Throws OperationRefused. */
export function withPromoted(units: UnitSet, id: string): UnitSet {
  if (id === 'host') {
    if (units.canary_host === undefined) throw new OperationRefused('the host has no canary to promote');
    const { release } = units.canary_host;
    return withHosts(units.areas, release, previousHostFor(units, release));
  }
  const before = liveArea(units, id);
  if (before.canary === null) throw new OperationRefused(`${id} has no canary to promote`);
  const { area, release } = before.canary;
  return replaced(units, { area, active: release, previous: before.active, canary: null });
}

/** The set without the canary of an area, or of the host. Throws OperationRefused. */
export function withHalted(units: UnitSet, id: string): UnitSet {
  if (id === 'host') {
    const { canary_host: canary, ...others } = units;
    if (canary === undefined) throw new OperationRefused('the host has no canary to halt');
    return others;
  }
  const before = liveArea(units, id);
  if (before.canary === null) throw new OperationRefused(`${id} has no canary to halt`);
  return replaced(units, { ...before, canary: null });
}

/** The set with an older release of an area, and the `previous` one of that time. A running canary ends. */
export function withRolledBack(units: UnitSet, stored: StoredArea, previous: LiveRelease | null): UnitSet {
  return replaced(units, { area: stored.release.area, active: placedArea(stored), previous, canary: null });
}

function previousFor(before: LiveArea | undefined, active: LiveRelease): LiveRelease | null {
  if (before === undefined) return null;
  if (before.active.version === active.version) return before.previous;
  // A release of a development server exists only as long as the server runs.
  return before.active.manifest === null ? null : before.active;
}

function replaced(units: UnitSet, area: LiveArea): UnitSet {
  const areas = new Map([...units.areas, area].map((one) => [one.area.id, one]));
  return { ...units, areas: [...areas.values()] };
}

/** The live set. Throws OperationRefused when nothing is live. */
export function liveSet(live: Live | undefined): UnitSet {
  if (live !== undefined) return live.composition;
  throw new OperationRefused(
    'Nothing is live yet: start with "portal deploy host@<version> <area>@<version> …"',
  );
}

/** Replaces `latest` in names by versions, and reports what cannot be `latest`. Throws NoSuchRelease. */
export function resolveNames(
  store: TrustedStore,
  names: readonly ReleaseName[],
  report: (text: string) => void,
): Promise<ReleaseName[]> {
  return Promise.all(names.map((name) => resolveName(store, name, report)));
}

/**
 * The set with the named releases instead of the live ones. A former release that cannot run beside a host deployed with its
 * successor does not become the fallback. Throws NoSuchRelease, and OperationRefused without a host.
 */
export async function withReleases(
  store: TrustedStore,
  units: UnitSet | undefined,
  names: readonly ReleaseName[],
): Promise<UnitSet> {
  let next = units;
  let newHost: StoredHost | undefined;
  for (const name of names.toSorted((a, b) => Number(b.unit === 'host') - Number(a.unit === 'host'))) {
    if (name.unit === 'host') {
      newHost = await readStoredHost(store, name);
      next = withHost(next, newHost);
    } else {
      next = withActive(liveSetOf(next), await readStoredArea(store, name));
      if (newHost !== undefined)
        next = await withUsableFallback(store, next, { id: name.unit, host: newHost });
    }
  }
  return liveSetOf(next);
}

/** Removes an area's previous release from the set when it does not fit the host. */
async function withUsableFallback(
  store: TrustedStore,
  units: UnitSet,
  { id, host }: { id: string; host: StoredHost },
): Promise<UnitSet> {
  const area = liveArea(units, id);
  if (area.previous === null || (await fits(store, { unit: id, version: area.previous.version }, host)))
    return units;
  return replaced(units, { ...area, previous: null });
}

async function fits(store: TrustedStore, name: ReleaseName, host: StoredHost): Promise<boolean> {
  try {
    const { release } = await readStoredArea(store, name);
    return checkAgainstHost(name.version, release, host.release).length === 0;
  } catch (error) {
    if (error instanceof NoSuchRelease) return false;
    throw error;
  }
}

function liveSetOf(units: UnitSet | undefined): UnitSet {
  if (units !== undefined) return units;
  throw new OperationRefused('No host is live yet: also deploy one, host@<version>');
}
