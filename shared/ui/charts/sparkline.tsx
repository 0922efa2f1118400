import { useId } from 'react';
import classes from './charts.module.css';

export interface SparklineProps {
  /** Says what the line shows in words: "Spend of the last 7 days, from €1.20 to €3.40". */
  label: string;
  values: readonly number[];
  tone?: 'accent' | 'neutral' | 'error';
}

const width = 160;
const height = 40;
const inset = 3;

/** A small line without axes beside a figure. */
export function Sparkline({ label, values, tone = 'accent' }: SparklineProps) {
  const id = useId();
  if (values.length < 2) return null;
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  const step = (width - 2 * inset) / (values.length - 1);
  const points = values.map((value, index) => ({
    x: inset + step * index,
    y: inset + (height - 2 * inset) * (1 - (value - low) / span),
  }));
  const line = points.map((point) => `${point.x.toFixed(1)},${point.y.toFixed(1)}`).join(' ');
  const last = points.at(-1);
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-labelledby={id}
      className={classes.spark}
      data-tone={tone}
    >
      <title id={id}>{label}</title>
      <polygon
        points={`${inset},${height} ${line} ${width - inset},${height}`}
        className={classes.sparkFill}
      />
      <polyline points={line} className={classes.sparkLine} vectorEffect="non-scaling-stroke" />
      {last && <circle cx={last.x} cy={last.y} r={2.5} className={classes.sparkDot} />}
    </svg>
  );
}
