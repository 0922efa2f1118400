import * as v from 'valibot';
import {
  changeOptions,
  changeOptionsSchema,
  defineCommand,
  runChange,
  trialOptions,
  trialOptionsSchema,
  trustedStore,
  wholeNumber,
} from '../cli/command.ts';
import type { Context } from '../cli/context.ts';
import { UsageError } from '../cli/exit-codes.ts';
import type { Live } from '../composition/composition-file.ts';
import { canariesOf, type HealthRequest, verdictOf } from '../guard/guard-round.ts';
import { healthRequest, verdictOptions, verdictOptionsSchema } from '../guard/verdict-options.ts';
import {
  canaryVersion,
  liveSet,
  OperationRefused,
  withCanary,
  withHalted,
  withHostCanary,
  withPromoted,
} from '../operations/live-units.ts';
import { resolveName } from '../releases/latest-release.ts';
import { readStoredArea, readStoredHost } from '../releases/release-json.ts';
import { releaseNameSchema, unitSchema } from '../releases/release-name.ts';
import type { ReleaseStore } from '../store/release-store.ts';

export const canary = defineCommand({
  name: 'canary',
  summary: 'serve a release of an area, or of the host, to a share of the visitors',
  arguments: '<release>',
  options: { '--percent <number>': 'the share, 1 to 99', ...trialOptions, ...changeOptions },
  details:
    'Each visitor stays with the same release. Raising the share only adds visitors; "promote" includes everybody. A canary\nof the host must fit every live release, canaries included. A browser that cannot load it gets the active host.',
  input: v.object({
    ...changeOptionsSchema.entries,
    ...trialOptionsSchema.entries,
    percent: wholeNumber(1, 99),
    release: releaseNameSchema,
  }),
  async run({ release, percent, ...options }, context) {
    const name = await resolveName(await trustedStore(context), release, context.progress);
    return runChange(options, context, {
      candidates: [name],
      goingLive: [name.unit],
      async next(live, store) {
        const units = liveSet(live);
        const running = canaryVersion(units, name.unit);
        if (running !== undefined && running !== name.version && !options.force)
          throw new OperationRefused(
            `${running} is the canary of ${name.unit}: promote or halt it first, or use --force`,
          );
        return name.unit === 'host'
          ? withHostCanary(units, await readStoredHost(store, name), percent)
          : withCanary(units, await readStoredArea(store, name), percent);
      },
    });
  },
});

export const promote = defineCommand({
  name: 'promote',
  summary: 'make the canary of an area, or of the host, the active release',
  arguments: '<release>',
  options: {
    '--require-verdict': 'refuse unless the guard finds the canary good; needs --url',
    ...verdictOptions,
    ...trialOptions,
    ...changeOptions,
  },
  details:
    'Name the version that you have watched: another canary that has started meanwhile is not promoted.',
  input: v.object({
    ...changeOptionsSchema.entries,
    ...verdictOptionsSchema.entries,
    ...trialOptionsSchema.entries,
    requireVerdict: v.optional(v.boolean(), false),
    release: v.union([releaseNameSchema, unitSchema], 'expected <area>@<version> of a canary'),
  }),
  async run({ release, requireVerdict, ...options }, context) {
    const named =
      typeof release === 'string'
        ? undefined
        : await resolveName(await trustedStore(context), release, context.progress);
    const unit = typeof release === 'string' ? release : release.unit;
    if (named === undefined && !options.force)
      throw new UsageError(
        `name the version: portal promote ${unit}@<version>; "portal status" shows the canaries, --force promotes any`,
      );
    const health = requireVerdict ? healthRequest(options, context) : undefined;
    return runChange(options, context, {
      goingLive: [unit],
      async next(live, store) {
        const units = liveSet(live);
        const running = canaryVersion(units, unit);
        if (named !== undefined && running !== undefined && running !== named.version)
          throw new OperationRefused(`${unit}@${named.version} is not the canary: ${unit}@${running} is`);
        const next = withPromoted(units, unit);
        if (live !== undefined && health !== undefined)
          await requirePass(health, { store, live, unit, context });
        return next;
      },
    });
  },
});

export const halt = defineCommand({
  name: 'halt',
  summary: 'end the canary of an area, or of the host: everybody gets the active release again',
  arguments: '<area>',
  options: changeOptions,
  input: v.object({ ...changeOptionsSchema.entries, area: unitSchema }),
  run: ({ area, ...options }, context) =>
    runChange(options, context, { isForced: true, next: async (live) => withHalted(liveSet(live), area) }),
});

/** Throws OperationRefused unless the guard's verdict on the unit's canary is that it passes. */
async function requirePass(
  health: HealthRequest,
  { store, live, unit, context }: { store: ReleaseStore; live: Live; unit: string; context: Context },
): Promise<void> {
  const running = canariesOf(live.composition).find(({ area }) => area === unit);
  if (running === undefined) return;
  const publicKey = await context.publicKey();
  const { decision, reason } = await verdictOf(health, { store, live, publicKey }, running);
  if (decision === 'pass') return;
  const advice =
    decision === 'halt' ? `halt it: portal halt ${unit}` : 'wait for more pages, or raise the share';
  throw new OperationRefused(`the guard does not pass ${reason}; ${advice}`);
}
