import { type LiveRelease, versionSchema } from '@portal/federation-contract/composition';
import { CompositionRefused } from '@portal/federation-contract/signed-composition';
import * as v from 'valibot';
import { changeOptions, changeOptionsSchema, defineCommand, runChange } from '../cli/command.ts';
import type { Live } from '../composition/composition-file.ts';
import { readHistory } from '../composition/history.ts';
import type { UnitSet } from '../composition/write-composition.ts';
import { liveArea, OperationRefused, withHost, withRolledBack } from '../operations/live-units.ts';
import { isPublished, readStoredArea, readStoredHost } from '../releases/release-json.ts';
import { unitSchema } from '../releases/release-name.ts';
import type { ReleaseStore } from '../store/release-store.ts';

export const rollback = defineCommand({
  name: 'rollback',
  summary: 'roll an area, or the host, back to an older release',
  arguments: '<area>',
  options: { '--to <version>': 'a published version; by default the previous one', ...changeOptions },
  details:
    'Ends a running canary of the area. Takes effect with the next page load; nothing is built or copied. A release that\nis not compatible with the other live releases is refused (exit 3) unless forced.',
  input: v.object({
    ...changeOptionsSchema.entries,
    area: unitSchema,
    to: v.optional(v.pipe(versionSchema, v.minLength(1))),
  }),
  async run({ area, to, ...options }, context) {
    const { store } = context;
    const { publicKey } = await context.key();
    return runChange(options, context, {
      async next(live) {
        if (live === undefined) throw new OperationRefused('nothing is live yet');
        return rolledBack({ store, publicKey, live, unit: area, to });
      },
    });
  },
});

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
  const { store, live, unit } = request;
  if (unit === 'host') return hostRolledBack(request);
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
      if (previous === null || previous.version === abandoned) return null;
      // Garbage collection may have removed it.
      return (await isPublished(store, { unit, version: previous.version })) ? previous : null;
    }
  } catch (error) {
    // A damaged history must not keep a bad release live; "verify" reports the damage.
    if (!(error instanceof CompositionRefused)) throw error;
  }
  return null;
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
