import type { LiveArea, LiveRelease } from '@portal/federation-contract/composition';
import type { UnitSet } from '../composition/write-composition.ts';
import { placedArea, placedHost, type StoredArea, type StoredHost } from '../releases/stored-release.ts';

/** What was asked cannot be done to what is live; the message says why and what can. */
export class OperationRefused extends Error {
  override readonly name = 'OperationRefused';
}

/** The live area of an id. Throws OperationRefused when there is none. */
export function liveArea(units: Pick<UnitSet, 'areas'>, id: string): LiveArea {
  const found = units.areas.find(({ area }) => area.id === id);
  if (found !== undefined) return found;
  const ids = units.areas.map(({ area }) => area.id).join(', ') || 'none';
  throw new OperationRefused(`${id} is not live; live areas: ${ids}`);
}

/** The set with another host. */
export function withHost(units: UnitSet | undefined, host: StoredHost): UnitSet {
  return { host: placedHost(host), areas: units?.areas ?? [] };
}

/** The set with a release in its area's place; what was there becomes the previous one. A running canary ends. */
export function withActive(units: UnitSet, stored: StoredArea): UnitSet {
  const { area } = stored.release;
  const before = units.areas.find((one) => one.area.id === area.id);
  const active = placedArea(stored);
  return replaced(units, { area, active, previous: previousFor(before, active), canary: null });
}

/** The set with a release before visitors' eyes, for a share of them in percent. Throws OperationRefused. */
export function withCanary(units: UnitSet, stored: StoredArea, percent: number): UnitSet {
  const { area } = stored.release;
  const before = liveArea(units, area.id);
  const release = placedArea(stored);
  if (before.active.version === release.version)
    throw new OperationRefused(
      `${area.id}@${release.version} is active already: it cannot be its own canary`,
    );
  return replaced(units, { ...before, canary: { area, release, percent } });
}

/** The set with an area's canary for everybody. Throws OperationRefused. */
export function withPromoted(units: UnitSet, id: string): UnitSet {
  const before = liveArea(units, id);
  if (before.canary === null) throw new OperationRefused(`${id} has no canary to promote`);
  const { area, release } = before.canary;
  return replaced(units, { area, active: release, previous: before.active, canary: null });
}

/** The set without an area's canary. Throws OperationRefused. */
export function withHalted(units: UnitSet, id: string): UnitSet {
  const before = liveArea(units, id);
  if (before.canary === null) throw new OperationRefused(`${id} has no canary to halt`);
  return replaced(units, { ...before, canary: null });
}

/** The set with an area back on an older release; `previous` is what stood behind that one. A running canary ends. */
export function withRolledBack(units: UnitSet, stored: StoredArea, previous: LiveRelease | null): UnitSet {
  return replaced(units, { area: stored.release.area, active: placedArea(stored), previous, canary: null });
}

function previousFor(before: LiveArea | undefined, active: LiveRelease): LiveRelease | null {
  if (before === undefined) return null;
  if (before.active.version === active.version) return before.previous;
  // What a development server served is gone with it.
  return before.active.manifest === null ? null : before.active;
}

function replaced(units: UnitSet, area: LiveArea): UnitSet {
  const id = area.area.id;
  const isThere = units.areas.some((one) => one.area.id === id);
  const areas = isThere
    ? units.areas.map((one) => (one.area.id === id ? area : one))
    : [...units.areas, area];
  return { host: units.host, areas };
}
