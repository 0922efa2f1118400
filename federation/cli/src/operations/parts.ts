import type { LiveArea, LiveRelease } from '@portal/federation-contract/composition';
import type { Parts } from '../composition/write-composition.ts';
import { placedArea, placedHost, type StoredArea, type StoredHost } from '../releases/stored-release.ts';

/** What was asked cannot be done to what is live; the message says why and what can. */
export class OperationRefused extends Error {
  override readonly name = 'OperationRefused';
}

/** The live area of an id. Throws OperationRefused when there is none. */
export function liveArea(parts: Pick<Parts, 'areas'>, id: string): LiveArea {
  const found = parts.areas.find(({ area }) => area.id === id);
  if (found !== undefined) return found;
  const ids = parts.areas.map(({ area }) => area.id).join(', ') || 'none';
  throw new OperationRefused(`${id} is not live; live areas: ${ids}`);
}

/** The set with another host. */
export function withHost(parts: Parts | undefined, host: StoredHost): Parts {
  return { host: placedHost(host), areas: parts?.areas ?? [] };
}

/** The set with a release in its area's place; what was there becomes the previous one. A running canary ends. */
export function withActive(parts: Parts, stored: StoredArea): Parts {
  const { area } = stored.release;
  const before = parts.areas.find((one) => one.area.id === area.id);
  const active = placedArea(stored);
  return replaced(parts, { area, active, previous: previousFor(before, active), canary: null });
}

/** The set with a release before visitors' eyes, for a share of them in percent. Throws OperationRefused. */
export function withCanary(parts: Parts, stored: StoredArea, percent: number): Parts {
  const { area } = stored.release;
  const before = liveArea(parts, area.id);
  const release = placedArea(stored);
  if (before.active.version === release.version)
    throw new OperationRefused(
      `${area.id}@${release.version} is active already: it cannot be its own canary`,
    );
  return replaced(parts, { ...before, canary: { area, release, percent } });
}

/** The set with an area's canary for everybody. Throws OperationRefused. */
export function withPromoted(parts: Parts, id: string): Parts {
  const before = liveArea(parts, id);
  if (before.canary === null) throw new OperationRefused(`${id} has no canary to promote`);
  const { area, release } = before.canary;
  return replaced(parts, { area, active: release, previous: before.active, canary: null });
}

/** The set without an area's canary. Throws OperationRefused. */
export function withHalted(parts: Parts, id: string): Parts {
  const before = liveArea(parts, id);
  if (before.canary === null) throw new OperationRefused(`${id} has no canary to halt`);
  return replaced(parts, { ...before, canary: null });
}

/** The set with an area back on an older release; `previous` is what stood behind that one. A running canary ends. */
export function withRolledBack(parts: Parts, stored: StoredArea, previous: LiveRelease | null): Parts {
  return replaced(parts, { area: stored.release.area, active: placedArea(stored), previous, canary: null });
}

function previousFor(before: LiveArea | undefined, active: LiveRelease): LiveRelease | null {
  if (before === undefined) return null;
  if (before.active.version === active.version) return before.previous;
  // What a development server served is gone with it.
  return before.active.manifest === null ? null : before.active;
}

function replaced(parts: Parts, area: LiveArea): Parts {
  const id = area.area.id;
  const isThere = parts.areas.some((one) => one.area.id === id);
  const areas = isThere
    ? parts.areas.map((one) => (one.area.id === id ? area : one))
    : [...parts.areas, area];
  return { host: parts.host, areas };
}
