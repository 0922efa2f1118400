import { versionSchema } from '@portal/federation-contract/composition';
import { namedReleases } from '@portal/federation-contract/release-lookup';
import * as v from 'valibot';
import { changeOptions, changeOptionsSchema, defineCommand, runChange } from '../cli/command.ts';
import type { Live } from '../composition/composition-file.ts';
import type { UnitSet } from '../composition/write-composition.ts';
import { liveArea, OperationRefused } from '../operations/live-units.ts';
import {
  isRunning,
  withAreaReinstated,
  withAreaWithdrawn,
  withoutVersion,
  withVersion,
} from '../operations/withdrawals.ts';
import { NoSuchRelease } from '../releases/release-json.ts';
import { type ReleaseName, releaseFolder, releaseNameSchema, unitSchema } from '../releases/release-name.ts';
import type { TrustedStore } from '../signing/trust.ts';
import { rolledBack } from './rollback.ts';

const areaSchema = v.pipe(
  unitSchema,
  v.check(
    (unit) => unit !== 'host',
    'every page needs the host: withdraw one of its versions, host@<version>',
  ),
);
const namedSchema = v.pipe(
  releaseNameSchema,
  v.check(({ version }) => version !== 'latest', 'expected a version instead of latest'),
);
/** `voicing`, or `voicing@0.1.0-ab12cd34`. */
const targetSchema = v.lazy((target) =>
  typeof target === 'string' && target.includes('@') ? namedSchema : areaSchema,
);

export const withdraw = defineCommand({
  name: 'withdraw',
  summary: 'take an area offline, or forbid one version of it everywhere',
  arguments: '<target>',
  options: {
    '--to <version>':
      'the version that replaces a running one and has been live; by default the previous one',
    ...changeOptions,
  },
  details:
    'Of an area: its pages show a notice, its links disappear. Of a version, <area>@<version>: pages that run it reload within\n30 seconds, no page falls back to it, and it can neither be deployed nor rolled back to, not even with --force. If it\nis live, the area is rolled back in the same change. The reason is shown on the about page, which everybody can read.\n"reinstate" reverses both.',
  input: v.object({
    ...changeOptionsSchema.entries,
    target: targetSchema,
    to: v.optional(v.pipe(versionSchema, v.minLength(1))),
  }),
  async run({ target, to, ...options }, context) {
    return runChange(options, context, {
      recovers: options.force,
      async next(live, store) {
        const { composition } = required(live);
        if (typeof target !== 'string')
          return versionWithdrawn({ store, live: required(live), name: target, reason: options.reason, to });
        if (liveArea(composition, target).area.access === 'anonymous' && !options.force)
          throw new OperationRefused(`without ${target} nobody can log in: use --force if that is intended`);
        return withAreaWithdrawn(composition, target, options.reason);
      },
    });
  },
});

export const reinstate = defineCommand({
  name: 'reinstate',
  summary: 'reverse "withdraw" of an area or of a version',
  arguments: '<target>',
  options: changeOptions,
  details: 'A version that is reinstated does not go live: deploy it, or roll back to it.',
  input: v.object({ ...changeOptionsSchema.entries, target: targetSchema }),
  async run({ target, ...options }, context) {
    return runChange(options, context, {
      async next(live) {
        const { composition } = required(live);
        return typeof target === 'string'
          ? withAreaReinstated(composition, target)
          : { ...composition, withdrawn: withoutVersion(composition, target) };
      },
    });
  },
});

function required(live: Live | undefined): Live {
  if (live === undefined) throw new OperationRefused('nothing is live yet');
  return live;
}

/** A release that has lost its release.json, or all its files, must be possible to withdraw. */
async function isKnown(store: TrustedStore, { composition }: Live, name: ReleaseName): Promise<boolean> {
  const isNamed = namedReleases(composition).some(
    ({ unit, release }) => unit === name.unit && release.version === name.version,
  );
  return isNamed || (await store.list(releaseFolder(name))).length > 0;
}

interface VersionWithdrawal {
  store: TrustedStore;
  live: Live;
  name: ReleaseName;
  reason: string | undefined;
  /** The version that replaces a running one. */
  to: string | undefined;
}

async function versionWithdrawn({ store, live, name, reason, to }: VersionWithdrawal): Promise<UnitSet> {
  if (!(await isKnown(store, live, name)))
    throw new NoSuchRelease(`${name.unit}@${name.version} is not published`);
  const withdrawn = withVersion(live.composition, name, reason);
  if (!isRunning(live.composition, name)) return { ...live.composition, withdrawn };
  // The release that replaces it must not be a withdrawn one either.
  const trust = { ...store.trust, withdrawn };
  const units = await rolledBack({ store: { ...store, trust }, live, unit: name.unit, to });
  return { ...units, withdrawn };
}
