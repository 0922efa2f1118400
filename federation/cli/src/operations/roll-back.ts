import type { LiveRelease } from '@portal/federation-contract/composition';
import { CompositionRefused } from '@portal/federation-contract/signed-composition';
import type { Live } from '../composition/composition-file.ts';
import { readHistory } from '../composition/history.ts';
import type { UnitSet } from '../composition/write-composition.ts';
import { readStoredArea, readStoredHost } from '../releases/release-json.ts';
import { releaseFolder } from '../releases/release-name.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { liveArea, OperationRefused, withHost, withRolledBack } from './live-units.ts';

interface RollBackRequest {
  store: ReleaseStore;
  publicKey: string;
  live: Live;
  /** Id of the area, or `host`. */
  unit: string;
  /** The version to roll back to; undefined for the previous one. */
  to: string | undefined;
}

/** The set with an older release of an area, or of the host. Throws OperationRefused when there is none. */
export async function rolledBack(request: RollBackRequest): Promise<UnitSet> {
  return request.unit === 'host' ? hostRolledBack(request) : areaRolledBack(request);
}

async function areaRolledBack(request: RollBackRequest): Promise<UnitSet> {
  const { store, live, unit } = request;
  const { active, previous } = liveArea(live.composition, unit);
  const version = request.to ?? previous?.version;
  if (version === undefined)
    throw new OperationRefused(
      `${unit} has no previous release: name one with --to ("portal status" lists them)`,
    );
  if (version === active.version) throw new OperationRefused(`${unit}@${version} is already live`);
  const stored = await readStoredArea(store, { unit, version });
  return withRolledBack(live.composition, stored, await releaseBehind(request, version, active.version));
}

/** The previous release while a version was active, so that the next rollback continues from there. */
async function releaseBehind(
  { store, live, publicKey, unit }: RollBackRequest,
  version: string,
  abandoned: string,
): Promise<LiveRelease | null> {
  try {
    for await (const { composition } of readHistory(store, live, publicKey)) {
      const found = composition.areas.find(({ area }) => area.id === unit);
      if (found?.active.version !== version) continue;
      const { previous } = found;
      return previous === null || previous.version === abandoned || !(await isStored(store, unit, previous))
        ? null
        : previous;
    }
  } catch (error) {
    // A damaged history must not keep a bad release live; "verify" reports the damage.
    if (!(error instanceof CompositionRefused)) throw error;
  }
  return null;
}

/** Whether the release still exists: garbage collection may have removed it. */
async function isStored(store: ReleaseStore, unit: string, { version }: LiveRelease): Promise<boolean> {
  return (await store.read(`${releaseFolder({ unit, version })}release.json`)) !== undefined;
}

async function hostRolledBack({ store, live, publicKey, to }: RollBackRequest): Promise<UnitSet> {
  const version = to ?? (await hostBefore(store, live, publicKey));
  if (version === undefined)
    throw new OperationRefused('the host has no previous release: name one with --to');
  if (version === live.composition.host.version)
    throw new OperationRefused(`host@${version} is already live`);
  return withHost(live.composition, await readStoredHost(store, { unit: 'host', version }));
}

// The composition names no previous host: it is the host before the deployment of this one. Rollbacks are skipped, because
// otherwise a second rollback would undo the first.
async function hostBefore(store: ReleaseStore, live: Live, publicKey: string): Promise<string | undefined> {
  for await (const { change } of readHistory(store, live, publicKey)) {
    if (change === undefined || change.command.startsWith('rollback')) continue;
    if (change.after['host']?.active === live.composition.host.version) return change.before['host']?.active;
  }
  return undefined;
}
