import { addDays, type Day } from './calendar-day.ts';

/** The days from `start` to `end`, both included; null for an open end. */
export interface Period {
  start: Day | null;
  end: Day | null;
}

export const periodPresets = [
  'today',
  'yesterday',
  'last7Days',
  'last30Days',
  'thisMonth',
  'lastMonth',
] as const;
/** The presets for lists of documents. */
export const longPeriodPresets = ['last30Days', 'thisMonth', 'lastMonth', 'thisYear', 'lastYear'] as const;
export type PeriodPreset = (typeof periodPresets)[number] | (typeof longPeriodPresets)[number];

/** The period of a preset, counted from today. */
export function presetPeriod(preset: PeriodPreset, today: Day): { start: Day; end: Day } {
  const firstOfMonth = `${today.slice(0, 8)}01`;
  switch (preset) {
    case 'today':
      return { start: today, end: today };
    case 'yesterday':
      return { start: addDays(today, -1), end: addDays(today, -1) };
    case 'last7Days':
      return { start: addDays(today, -6), end: today };
    case 'last30Days':
      return { start: addDays(today, -29), end: today };
    case 'thisMonth':
      return { start: firstOfMonth, end: today };
    case 'lastMonth': {
      const end = addDays(firstOfMonth, -1);
      return { start: `${end.slice(0, 8)}01`, end };
    }
    case 'thisYear':
      return { start: `${today.slice(0, 4)}-01-01`, end: today };
    case 'lastYear': {
      const year = addDays(`${today.slice(0, 4)}-01-01`, -1).slice(0, 4);
      return { start: `${year}-01-01`, end: `${year}-12-31` };
    }
  }
}

/** The preset that the customer has chosen last. */
let lastChosen: PeriodPreset | undefined;

/** Prefers a preset from now on where several have the same days. */
export function rememberPreset(preset: PeriodPreset): void {
  lastChosen = preset;
}

/**
 * The presets with exactly these days, the most probable one first: the one that was chosen last, then `preferred`. At the beginning of a month
 * there are several: on the seventh, the last seven days are this month.
 */
export function presetsOf(
  { start, end }: Period,
  today: Day,
  presets: readonly PeriodPreset[] = periodPresets,
  preferred?: PeriodPreset,
): PeriodPreset[] {
  const rankOf = (preset: PeriodPreset) => [lastChosen, preferred, preset].indexOf(preset);
  return presets
    .filter((preset) => {
      const days = presetPeriod(preset, today);
      return days.start === start && days.end === end;
    })
    .sort((one, other) => rankOf(one) - rankOf(other));
}

/** The most probable preset with exactly these days; undefined if none has them. */
export function presetOf(
  period: Period,
  today: Day,
  presets?: readonly PeriodPreset[],
): PeriodPreset | undefined {
  return presetsOf(period, today, presets)[0];
}
