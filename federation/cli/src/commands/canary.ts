import * as v from 'valibot';
import {
  changeOptions,
  changeOptionsSchema,
  defineCommand,
  runChange,
  trustedStore,
  wholeNumber,
} from '../cli/command.ts';
import {
  liveArea,
  liveSet,
  OperationRefused,
  withCanary,
  withHalted,
  withPromoted,
} from '../operations/live-units.ts';
import { readStoredArea, resolveName } from '../releases/release-json.ts';
import { releaseNameSchema, unitSchema } from '../releases/release-name.ts';

const noHostCanary = 'the host has no canary: all areas share one host';

export const canary = defineCommand({
  name: 'canary',
  summary: 'serve a release of an area to a share of the visitors',
  arguments: '<release>',
  options: { '--percent <number>': 'the share, 1 to 99', ...changeOptions },
  details:
    'Each visitor stays with the same release. Raising the share only adds visitors; "promote" includes everybody.',
  input: v.object({
    ...changeOptionsSchema.entries,
    percent: wholeNumber(1, 99),
    release: v.pipe(
      releaseNameSchema,
      v.check(({ unit }) => unit !== 'host', noHostCanary),
    ),
  }),
  async run({ release, percent, ...options }, context) {
    const name = await resolveName(await trustedStore(context), release);
    return runChange(options, context, {
      candidates: [name],
      async next(live, store) {
        const units = liveSet(live);
        const running = liveArea(units, name.unit).canary?.release.version;
        if (running !== undefined && running !== name.version && !options.force)
          throw new OperationRefused(
            `${running} is the canary of ${name.unit}: promote or halt it first, or use --force`,
          );
        return withCanary(units, await readStoredArea(store, name), percent);
      },
    });
  },
});

const ofRunningCanary = {
  arguments: '<area>',
  options: changeOptions,
  input: v.object({
    ...changeOptionsSchema.entries,
    area: v.pipe(
      unitSchema,
      v.check((unit) => unit !== 'host', noHostCanary),
    ),
  }),
};

export const promote = defineCommand({
  ...ofRunningCanary,
  name: 'promote',
  summary: "make an area's canary the active release",
  run: ({ area, ...options }, context) =>
    runChange(options, context, { next: async (live) => withPromoted(liveSet(live), area) }),
});

export const halt = defineCommand({
  ...ofRunningCanary,
  name: 'halt',
  summary: "end an area's canary: everybody gets the active release again",
  run: ({ area, ...options }, context) =>
    runChange(options, context, { isForced: true, next: async (live) => withHalted(liveSet(live), area) }),
});
