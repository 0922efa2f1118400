import type { Withdrawn } from '@portal/federation-contract/composition';
import { isAreaWithdrawn, isVersionWithdrawn } from '@portal/federation-contract/release-lookup';
import type { UnitSet } from '../composition/write-composition.ts';
import type { ReleaseName } from '../releases/release-name.ts';
import { liveArea, OperationRefused } from './live-units.ts';

const none: Withdrawn = { areas: [], versions: {} };

/** The set whose pages show a notice instead of an area. A running canary ends. Throws OperationRefused. */
export function withAreaWithdrawn(units: UnitSet, id: string): UnitSet {
  const { areas, versions } = units.withdrawn ?? none;
  liveArea(units, id);
  if (areas.includes(id)) throw new OperationRefused(`${id} is withdrawn already`);
  const ended = units.areas.map((live) => (live.area.id === id ? { ...live, canary: null } : live));
  return { ...units, areas: ended, withdrawn: { areas: [...areas, id], versions } };
}

/** The set that shows a withdrawn area again. Throws OperationRefused. */
export function withAreaReinstated(units: UnitSet, id: string): UnitSet {
  const { areas, versions } = units.withdrawn ?? none;
  const { active } = liveArea(units, id);
  if (!areas.includes(id)) throw new OperationRefused(`${id} is not withdrawn`);
  if (isVersionWithdrawn(units, id, active.version))
    throw new OperationRefused(
      `${id}@${active.version} is withdrawn: first deploy another version, or roll back with --to`,
    );
  return { ...units, withdrawn: { areas: areas.filter((area) => area !== id), versions } };
}

/** The withdrawals with one more version. Throws OperationRefused. */
export function withVersion(units: UnitSet, { unit, version }: ReleaseName): Withdrawn {
  const { areas, versions } = units.withdrawn ?? none;
  if (isVersionWithdrawn(units, unit, version))
    throw new OperationRefused(`${unit}@${version} is withdrawn already`);
  return { areas, versions: { ...versions, [unit]: [...(versions[unit] ?? []), version] } };
}

/** The withdrawals without a version. Throws OperationRefused. */
export function withoutVersion(units: UnitSet, { unit, version }: ReleaseName): Withdrawn {
  const { areas, versions } = units.withdrawn ?? none;
  if (!isVersionWithdrawn(units, unit, version))
    throw new OperationRefused(`${unit}@${version} is not withdrawn`);
  const { [unit]: ofUnit = [], ...others } = versions;
  const rest = ofUnit.filter((one) => one !== version);
  return { areas, versions: rest.length === 0 ? others : { ...others, [unit]: rest } };
}

/** Whether pages run a version of a unit at present. */
export function isRunning(units: UnitSet, { unit, version }: ReleaseName): boolean {
  if (unit === 'host') return units.host.version === version;
  return liveArea(units, unit).active.version === version && !isAreaWithdrawn(units, unit);
}

/** The set without previous releases and canaries of withdrawn versions: no page falls back to them. */
export function withoutWithdrawnFallbacks(units: UnitSet): UnitSet {
  const areas = units.areas.map((live) => {
    const isUsable = (version: string) => !isVersionWithdrawn(units, live.area.id, version);
    return {
      ...live,
      previous: live.previous !== null && isUsable(live.previous.version) ? live.previous : null,
      canary: live.canary !== null && isUsable(live.canary.release.version) ? live.canary : null,
    };
  });
  const { previous_host: previousHost, ...others } = units;
  const isFallback = previousHost !== undefined && !isVersionWithdrawn(units, 'host', previousHost.version);
  return { ...others, ...(isFallback && { previous_host: previousHost }), areas };
}
