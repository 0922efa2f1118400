import type { Withdrawn } from '@portal/federation-contract/composition';
import { isAreaWithdrawn, isVersionWithdrawn } from '@portal/federation-contract/release-lookup';
import type { UnitSet } from '../composition/write-composition.ts';
import type { ReleaseName } from '../releases/release-name.ts';
import { liveArea, OperationRefused } from './live-units.ts';

const none: Withdrawn = { areas: [], versions: {} };

/** The set whose pages show a notice instead of an area. A running canary ends. Throws OperationRefused. */
export function withAreaWithdrawn(units: UnitSet, id: string, reason: string | undefined): UnitSet {
  const { areas, ...others } = units.withdrawn ?? none;
  liveArea(units, id);
  if (areas.includes(id)) throw new OperationRefused(`${id} is withdrawn already`);
  const ended = units.areas.map((live) => (live.area.id === id ? { ...live, canary: null } : live));
  return { ...units, areas: ended, withdrawn: withReason({ ...others, areas: [...areas, id] }, id, reason) };
}

/** The set that shows a withdrawn area again. Throws OperationRefused. */
export function withAreaReinstated(units: UnitSet, id: string): UnitSet {
  const { areas, ...others } = units.withdrawn ?? none;
  const { active } = liveArea(units, id);
  if (!areas.includes(id)) throw new OperationRefused(`${id} is not withdrawn`);
  if (isVersionWithdrawn(units, id, active.version))
    throw new OperationRefused(
      `${id}@${active.version} is withdrawn: first deploy another version, or roll back with --to`,
    );
  const withdrawn = { ...others, areas: areas.filter((area) => area !== id) };
  return { ...units, withdrawn: withReason(withdrawn, id, undefined) };
}

/** The withdrawals with one more version. Throws OperationRefused. */
export function withVersion(
  units: UnitSet,
  { unit, version }: ReleaseName,
  reason: string | undefined,
): Withdrawn {
  const { versions, ...others } = units.withdrawn ?? none;
  if (isVersionWithdrawn(units, unit, version))
    throw new OperationRefused(`${unit}@${version} is withdrawn already`);
  const withdrawn = { ...others, versions: { ...versions, [unit]: [...(versions[unit] ?? []), version] } };
  return withReason(withdrawn, `${unit}@${version}`, reason);
}

/** The withdrawals without a version. Throws OperationRefused. */
export function withoutVersion(units: UnitSet, { unit, version }: ReleaseName): Withdrawn {
  const { versions, ...others } = units.withdrawn ?? none;
  if (!isVersionWithdrawn(units, unit, version))
    throw new OperationRefused(`${unit}@${version} is not withdrawn`);
  const { [unit]: ofUnit = [], ...ofOthers } = versions;
  const rest = ofUnit.filter((one) => one !== version);
  const remaining = rest.length === 0 ? ofOthers : { ...ofOthers, [unit]: rest };
  return withReason({ ...others, versions: remaining }, `${unit}@${version}`, undefined);
}

/** The withdrawals with the reason of one, or without it. */
function withReason(
  { reasons = {}, ...withdrawn }: Withdrawn,
  target: string,
  reason: string | undefined,
): Withdrawn {
  const { [target]: _former, ...others } = reasons;
  const next = reason === undefined ? others : { ...others, [target]: reason };
  return { ...withdrawn, ...(Object.keys(next).length > 0 && { reasons: next }) };
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
  const { previous_host: previous, canary_host: canary, ...others } = units;
  const isUsable = ({ version }: { version: string }) => !isVersionWithdrawn(units, 'host', version);
  return {
    ...others,
    ...(previous && isUsable(previous) && { previous_host: previous }),
    ...(canary && isUsable(canary.release) && { canary_host: canary }),
    areas,
  };
}
