import type { ReactNode } from 'react';
import { Stat, type StatProps, type Trend } from './description-lists.tsx';

/** A figure of a period. `Metrics` holds the figures of one period. */
export interface ComparedFigure<Metrics> {
  label: string;
  help?: StatProps['help'];
  /** The figure, formatted. */
  textOf: (metrics: Metrics) => string;
  /** Shown instead of the text: a link. */
  value?: ReactNode;
  /** Above 0 when the figure grew, 0 when nothing can be compared. */
  change: (now: Metrics, before: Metrics) => number;
  /** The direction in which the figure improves; without it, a change is neither good nor bad. */
  better?: 'up' | 'down' | undefined;
}

export interface ComparedStatsProps<Metrics> {
  figures: readonly ComparedFigure<Metrics>[];
  now: Metrics;
  /** The figures of the earlier period; null without one. */
  before: Metrics | null;
  /** Words around the earlier value: "Yesterday: 20". */
  beforeText: (value: string) => string;
  size?: StatProps['size'];
}

/** Figures of a period, each with its trend since an earlier period. */
export function ComparedStats<Metrics>(props: ComparedStatsProps<Metrics>) {
  const { figures, now, before, beforeText, size = 'big' } = props;
  return figures.map(({ label, help, textOf, value, change, better }) => (
    <Stat
      key={label}
      size={size}
      label={label}
      help={help}
      value={value ?? textOf(now)}
      trend={before === null ? undefined : trendOf(change(now, before), beforeText(textOf(before)), better)}
    />
  ));
}

/** The change of a number; 0 when one of the periods has no data for it. */
export function changeIn<Metrics>(numberOf: (metrics: Metrics) => number | null) {
  return (now: Metrics, before: Metrics): number => {
    const [current, earlier] = [numberOf(now), numberOf(before)];
    return current === null || earlier === null ? 0 : current - earlier;
  };
}

/** The trend of a change; it is good or bad only if one direction is better. */
export function trendOf(change: number, text: ReactNode, better?: 'up' | 'down'): Trend {
  const direction = change > 0 ? 'up' : change < 0 ? 'down' : 'flat';
  if (direction === 'flat' || better === undefined) return { direction, text };
  return { direction, text, tone: direction === better ? 'good' : 'bad' };
}
