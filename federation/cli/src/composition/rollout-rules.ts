import * as v from 'valibot';
import { unitSchema } from '../releases/release-name.ts';

export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

/** `08:30`, UTC. */
export const clockTimeSchema = v.pipe(
  v.string(),
  v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'expected a time of day in UTC, such as 08:30'),
);

const windowSchema = v.strictObject({
  days: v.pipe(v.array(v.picklist(weekdays)), v.minLength(1)),
  /** The window includes `from` and excludes `until`; it crosses midnight when `until` is not after `from`. */
  from: clockTimeSchema,
  until: clockTimeSchema,
});
export type RolloutWindow = v.InferOutput<typeof windowSchema>;

/** When releases of an area, or of the host, may go live. Rules are part of the signed change record. */
export const rolloutRuleSchema = v.strictObject({
  unit: unitSchema,
  freeze: v.nullable(v.strictObject({ until: v.pipe(v.string(), v.isoTimestamp()), why: v.string() })),
  window: v.nullable(windowSchema),
});
export type RolloutRule = v.InferOutput<typeof rolloutRuleSchema>;

/** The rules with those of one unit changed. A unit without a freeze and a window has no rule. */
export function withRule(
  rules: readonly RolloutRule[],
  unit: string,
  change: Partial<RolloutRule>,
): RolloutRule[] {
  const before = rules.find((rule) => rule.unit === unit) ?? { unit, freeze: null, window: null };
  const next = { ...before, ...change };
  const others = rules.filter((rule) => rule.unit !== unit);
  return next.freeze === null && next.window === null ? others : [...others, next];
}

/** Why no release of these units may go live at a time: a freeze, or a time outside their window. */
export function ruleAgainst(
  rules: readonly RolloutRule[],
  units: readonly string[],
  now: Date = new Date(),
): string | undefined {
  for (const { unit, freeze, window } of rules.filter((rule) => units.includes(rule.unit))) {
    if (freeze !== null && now < new Date(freeze.until))
      return `${unit} is frozen until ${freeze.until} (${freeze.why})`;
    if (window !== null && !isInside(window, now))
      return `releases of ${unit} go live ${describeWindow(window)} only`;
  }
  return undefined;
}

/** The same for the refusal of a command, with what to do. */
export function refusalByRules(...request: Parameters<typeof ruleAgainst>): string | undefined {
  const rule = ruleAgainst(...request);
  return rule === undefined ? undefined : `${rule}: wait, or use --force with --reason`;
}

/** `mon, tue 08:00–16:00 UTC`. */
function describeWindow({ days, from, until }: RolloutWindow): string {
  return `${days.join(', ')} ${from}–${until} UTC`;
}

/** Whether a rule has a freeze that has not ended. */
export function isFrozen(rule: RolloutRule | undefined, now: Date = new Date()): boolean {
  const freeze = rule?.freeze ?? null;
  return freeze !== null && now < new Date(freeze.until);
}

/** `frozen until …; mon, tue 08:00–16:00 UTC`; a dash without a rule. */
export function describeRule(rule: RolloutRule | undefined, now: Date = new Date()): string {
  const parts = [
    ...(isFrozen(rule, now) ? [`frozen until ${rule?.freeze?.until}`] : []),
    ...(rule?.window ? [describeWindow(rule.window)] : []),
  ];
  return parts.join('; ') || '–';
}

function isInside({ days, from, until }: RolloutWindow, now: Date): boolean {
  const time = now.toISOString().slice(11, 16);
  const today = now.getUTCDay();
  const isOn = (day: number) => days.some((name) => weekdays.indexOf(name) === (day + 7) % 7);
  if (from < until) return isOn(today) && time >= from && time < until;
  // After midnight, the window of the day before continues.
  return (isOn(today) && time >= from) || (isOn(today - 1) && time < until);
}
