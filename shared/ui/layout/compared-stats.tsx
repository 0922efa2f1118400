import type { ReactNode } from 'react';
import { Stat, type StatProps, type Trend } from './description-lists.tsx';

/** One figure of a period; `Metrics` contains all figures of the period. */
export interface ComparedFigure<Metrics> {
  label: string;
  help?: StatProps['help'];
  /** The formatted figure. */
  textOf: (metrics: Metrics) => string;
  /** Shown instead of the text, such as a link. */
  value?: ReactNode;
  /** Positive when the figure grew; 0 when the periods cannot be compared. */
  change: (now: Metrics, before: Metrics) => number;
  /** The better direction; without it a change is neither good nor bad. */
  better?: 'up' | 'down' | undefined;
}

export interface ComparedStatsProps<Metrics> {
  figures: readonly ComparedFigure<Metrics>[];
  now: Metrics;
  /** The figures of the earlier period; null when there is none. */
  before: Metrics | null;
  /** Adds words to the earlier value: "Yesterday: 20". */
  beforeText: (value: string) => string;
  size?: StatProps['size'];
}

/** Stats of a period, each with its trend since an earlier period. */
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

/** Returns the difference of a number between two periods; 0 when a period has no data for it. */
export function changeIn<Metrics>(numberOf: (metrics: Metrics) => number | null) {
  return (now: Metrics, before: Metrics): number => {
    const [current, earlier] = [numberOf(now), numberOf(before)];
    return current === null || earlier === null ? 0 : current - earlier;
  };
}

/** The trend of a change: positive is up. It is good or bad only when `better` names the better direction. */
export function trendOf(change: number, text: ReactNode, better?: 'up' | 'down'): Trend {
  const direction = change > 0 ? 'up' : change < 0 ? 'down' : 'flat';
  if (direction === 'flat' || better === undefined) return { direction, text };
  return { direction, text, tone: direction === better ? 'good' : 'bad' };
}
