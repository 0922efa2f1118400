import {
  type Composition,
  type LiveHost,
  type LiveRelease,
  versionSchema,
} from '@portal/federation-contract/composition';
import { namedReleases } from '@portal/federation-contract/release-lookup';
import { CompositionRefused } from '@portal/federation-contract/signed-composition';
import * as v from 'valibot';
import { changeOptions, changeOptionsSchema, defineCommand, runChange } from '../cli/command.ts';
import type { Live } from '../composition/composition-file.ts';
import { readHistory } from '../composition/history.ts';
import type { UnitSet } from '../composition/write-composition.ts';
import { liveArea, OperationRefused, withHostRolledBack, withRolledBack } from '../operations/live-units.ts';
import {
  isPublished,
  readStoredArea,
  readStoredHost,
  type StoredArea,
  type StoredHost,
} from '../releases/release-json.ts';
import { unitSchema } from '../releases/release-name.ts';
import type { TrustedStore } from '../signing/trust.ts';

export const rollback = defineCommand({
  name: 'rollback',
  summary: 'roll an area, or the host, back to an older release',
  arguments: '<area>',
  options: {
    '--to <version>': 'a version that has been live; by default the previous one',
    ...changeOptions,
  },
  details:
    'Ends a running canary of the area. Takes effect with the next page load; nothing is built or copied. Only a version that\nhas been live for everybody can be rolled back to: others are deployed. A release that is not compatible with the other live\nreleases is refused (exit 3) unless forced. With --force, a missing or damaged composition.json does not prevent the rollback\neither: it continues from the newest signed copy.',
  input: v.object({
    ...changeOptionsSchema.entries,
    area: unitSchema,
    to: v.optional(v.pipe(versionSchema, v.minLength(1))),
  }),
  async run({ area, to, ...options }, context) {
    return runChange(options, context, {
      recovers: options.force,
      async next(live, store) {
        if (live === undefined) throw new OperationRefused('nothing is live yet');
        return rolledBack({ store, live, unit: area, to });
      },
    });
  },
});

interface RollBackRequest {
  store: TrustedStore;
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
      `${unit} has no previous release: name one with --to that has been live ("portal history" lists them)`,
    );
  if (version === active.version) throw new OperationRefused(`${unit}@${version} is already live`);
  const stored = await readStoredArea(store, { unit, version });
  await refuseOthers(request, stored);
  return withRolledBack(live.composition, stored, await releaseBehind(request, version, active.version));
}

/**
 * Throws OperationRefused unless the version has been live for everybody, and when it had another release.json then, even if
 * this one is signed. No trial run and no freeze concern a rollback, so it may bring visitors nothing new.
 */
async function refuseOthers(
  { store, live }: RollBackRequest,
  { name: { unit, version }, manifest }: StoredArea | StoredHost,
): Promise<void> {
  let oldest = live.composition.number;
  for await (const composition of readableHistory(store, live)) {
    oldest = composition.number;
    const named = namedReleases(composition).filter(
      (one) => one.unit === unit && one.release.version === version,
    );
    if (named.some(({ release }) => release.manifest !== manifest))
      throw new OperationRefused(
        `${unit}@${version} is not what was live in composition ${composition.number}: its release.json has changed`,
      );
    if (named.some(({ role }) => role !== 'canary')) return;
  }
  throw new OperationRefused(
    `${unit}@${version} has not been live for everybody since composition ${oldest}: use "portal deploy ${unit}@${version}"`,
  );
}

/** The compositions that have been live. A damaged history must not keep a bad release live; "verify" reports the damage. */
async function* readableHistory(store: TrustedStore, live: Live): AsyncGenerator<Composition> {
  try {
    for await (const { composition } of readHistory(store, live, store.trust.publicKey)) yield composition;
  } catch (error) {
    if (!(error instanceof CompositionRefused)) throw error;
  }
}

/** The previous release while a version was active, so that the next rollback continues from there. */
async function releaseBehind(
  { store, live, unit }: RollBackRequest,
  version: string,
  abandoned: string,
): Promise<LiveRelease | null> {
  for await (const { areas } of readableHistory(store, live)) {
    const found = areas.find(({ area }) => area.id === unit);
    if (found?.active.version !== version) continue;
    const { previous } = found;
    const isUsable = previous !== null && previous.version !== abandoned;
    // Garbage collection may have removed it.
    return isUsable && (await isPublished(store, { unit, version: previous.version })) ? previous : null;
  }
  return null;
}

async function hostRolledBack(request: RollBackRequest): Promise<UnitSet> {
  const { store, live, to } = request;
  const version = to ?? live.composition.previous_host?.version ?? (await hostBefore(store, live));
  if (version === undefined)
    throw new OperationRefused(
      'the host has no previous release: name one with --to that has been live ("portal history" lists them)',
    );
  if (version === live.composition.host.version)
    throw new OperationRefused(`host@${version} is already live`);
  const stored = await readStoredHost(store, { unit: 'host', version });
  await refuseOthers(request, stored);
  const previous = await hostBehind(request, version, live.composition.host.version);
  return withHostRolledBack(live.composition, stored, previous);
}

/** The previous host while a version was active, so that the next rollback continues from there. */
async function hostBehind(
  { store, live }: RollBackRequest,
  version: string,
  abandoned: string,
): Promise<LiveHost | undefined> {
  for await (const { host, previous_host: previous } of readableHistory(store, live)) {
    if (host.version !== version) continue;
    const isUsable = previous !== undefined && previous.version !== abandoned;
    return isUsable && (await isPublished(store, { unit: 'host', version: previous.version }))
      ? previous
      : undefined;
  }
  return undefined;
}

// For a composition without a previous host: the host before the deployment of this one. Rollbacks are skipped, because
// otherwise a second rollback would undo the first, and so are changes of another kind, such as a canary.
async function hostBefore(store: TrustedStore, live: Live): Promise<string | undefined> {
  const { version } = live.composition.host;
  for await (const { change } of readHistory(store, live, store.trust.publicKey)) {
    const before = change.before['host']?.active;
    if (change.command.startsWith('rollback') || before === version) continue;
    if (change.after['host']?.active === version) return before;
  }
  return undefined;
}
