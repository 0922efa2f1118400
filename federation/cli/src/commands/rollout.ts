import * as v from 'valibot';
import { defineCommand } from '../cli/command.ts';
import type { Context } from '../cli/context.ts';
import { readLive } from '../composition/composition-file.ts';
import {
  clockTimeSchema,
  describeRule,
  isFrozen,
  type RolloutRule,
  weekdays,
  withRule,
} from '../composition/rollout-rules.ts';
import { writeComposition } from '../composition/write-composition.ts';
import { OperationRefused } from '../operations/live-units.ts';
import { unitSchema } from '../releases/release-name.ts';

const timeSchema = v.pipe(
  v.string(),
  v.transform((text) => new Date(text)),
  v.check((time) => !Number.isNaN(time.getTime()), 'expected a time, such as 2026-12-24T18:00Z'),
  v.check((time) => time > new Date(), 'expected a time in the future'),
);
const reasonSchema = v.pipe(v.string(), v.minLength(1, 'expected a reason'));
const reasonOption = { '--reason <text>': 'why, for the audit record' };
const refused = 'deploy, canary and promote of the area are refused (exit 3) unless forced with a reason.';

export const freeze = defineCommand({
  name: 'freeze',
  summary: 'let no release of an area go live until a time',
  arguments: '<area>',
  options: { '--until <time>': 'ISO 8601: 2026-12-24T18:00Z', ...reasonOption },
  details: `Until then, ${refused}\nRollbacks, halts and withdrawals always work. "unfreeze" ends it earlier; host is frozen likewise.`,
  input: v.object({ area: unitSchema, until: timeSchema, reason: reasonSchema }),
  async run({ area, until, reason }, context) {
    const ends = until.toISOString();
    return changeRule(context, area, reason, () => ({ freeze: { until: ends, why: reason } }));
  },
});

export const unfreeze = defineCommand({
  name: 'unfreeze',
  summary: 'end the freeze of an area',
  arguments: '<area>',
  options: reasonOption,
  input: v.object({ area: unitSchema, reason: reasonSchema }),
  run: ({ area, reason }, context) =>
    changeRule(context, area, reason, (before) => {
      if (!isFrozen(before)) throw new OperationRefused(`${area} is not frozen`);
      return { freeze: null };
    }),
});

const daysSchema = v.pipe(
  v.string(),
  v.transform((text) => text.split(',')),
  v.array(v.picklist(weekdays, `expected days such as mon,tue: ${weekdays.join(', ')}`)),
  v.check((days) => new Set(days).size === days.length, 'expected each day once'),
);

export const rolloutWindow = defineCommand({
  name: 'window',
  summary: 'state when releases of an area may go live',
  arguments: '<area>',
  options: {
    '--days <list>': 'mon,tue,wed,thu',
    '--from <time>': 'start of the window in UTC, such as 08:00',
    '--until <time>': 'end of the window in UTC; the next day when it is not after the start',
    '--always': 'remove the window',
    ...reasonOption,
  },
  details: `Outside the window, ${refused}`,
  input: v.union(
    [
      v.object({ area: unitSchema, always: v.literal(true), reason: reasonSchema }),
      v.object({
        area: unitSchema,
        days: daysSchema,
        from: clockTimeSchema,
        until: clockTimeSchema,
        reason: reasonSchema,
      }),
    ],
    'expected --days, --from and --until (or --always), and --reason',
  ),
  run: (input, context) => {
    const chosen = 'always' in input ? null : { days: input.days, from: input.from, until: input.until };
    return changeRule(context, input.area, input.reason, () => ({ window: chosen }));
  },
});

/** Writes a composition with the same releases and another rule of one unit. Throws OperationRefused. */
async function changeRule(
  context: Context,
  unit: string,
  why: string,
  change: (before: RolloutRule | undefined) => Partial<RolloutRule>,
) {
  const { store } = context;
  const key = await context.key();
  return store.exclusively(async () => {
    const live = await readLive(store, key.publicKey);
    const isLive = unit === 'host' || live?.composition.areas.some(({ area }) => area.id === unit);
    if (live === undefined || !isLive) throw new OperationRefused(`${unit} is not live`);
    const ofUnit = live.change.rollout.find((one) => one.unit === unit);
    const rules = withRule(live.change.rollout, unit, change(ofUnit));
    const units = live.composition;
    const { number } = await writeComposition({ ...context, key, why, live, units, rollout: rules });
    const rule = rules.find((one) => one.unit === unit);
    return {
      data: { number, unit, freeze: rule?.freeze ?? null, window: rule?.window ?? null },
      text: `Composition ${number}: ${unit}: ${describeRule(rule)}`,
    };
  });
}
