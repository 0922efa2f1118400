import * as v from 'valibot';
import {
  changeOptions,
  changeOptionsSchema,
  defineCommand,
  runChange,
  trialOptions,
  trialOptionsSchema,
  trustedStore,
} from '../cli/command.ts';
import type { UnitSet } from '../composition/write-composition.ts';
import { canariesOf } from '../guard/guard-round.ts';
import { OperationRefused, resolveNames, withReleases } from '../operations/live-units.ts';
import { type ReleaseName, releaseNamesSchema } from '../releases/release-name.ts';

export const deploy = defineCommand({
  name: 'deploy',
  summary: 'make releases live for everybody',
  arguments: '<release...>',
  options: { ...trialOptions, ...changeOptions },
  details:
    'Several releases go live in one change. The active release of an area becomes its previous release; pages fall back\nto it when the new one cannot be loaded. Open pages keep their releases; new pages get the new set.',
  input: v.object({
    ...changeOptionsSchema.entries,
    ...trialOptionsSchema.entries,
    reason: v.string(),
    release: releaseNamesSchema,
  }),
  async run({ release, ...options }, context) {
    const names = await resolveNames(await trustedStore(context), release, context.progress);
    return runChange(options, context, {
      candidates: names,
      goingLive: names.map(({ unit }) => unit),
      async next(live, store) {
        if (!options.force) refuseRunningCanaries(live?.composition, names);
        return withReleases(store, live?.composition, names);
      },
    });
  },
});

/** A deployment ends a canary, which someone may be watching. */
function refuseRunningCanaries(units: UnitSet | undefined, names: readonly ReleaseName[]): void {
  for (const { area: unit, candidate } of units === undefined ? [] : canariesOf(units)) {
    if (names.some((name) => name.unit === unit))
      throw new OperationRefused(
        `a canary of ${unit} is running (${candidate}): promote or halt it first, or use --force`,
      );
  }
}
