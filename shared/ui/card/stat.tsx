import type { ReactNode } from 'react';
import { Icon, type IconProps } from '../icon/icon.tsx';
import classes from './card.module.css';
import type { Trend } from './trend.ts';

export interface StatProps {
  label: ReactNode;
  /** Already formatted, or a Money. */
  value: ReactNode;
  hint?: ReactNode;
  icon?: IconProps['name'];
  trend?: Trend | undefined;
  size?: 'big' | 'small';
}

/** One figure with its name, and how it moved. */
export function Stat({ label, value, hint, icon, trend, size = 'big' }: StatProps) {
  return (
    <dl className={classes.stat} data-size={size}>
      <dt className={classes.statLabel}>
        {icon && <Icon name={icon} />}
        {label}
      </dt>
      <dd className={classes.statValue}>{value}</dd>
      {trend && (
        <dd className={classes.trend} data-tone={trend.tone ?? 'neutral'}>
          <Icon name={trendIcons[trend.direction]} size="s" />
          {trend.text}
        </dd>
      )}
      {hint && <dd className={classes.statHint}>{hint}</dd>}
    </dl>
  );
}

const trendIcons = { up: 'trend-up', down: 'trend-down', flat: 'minus' } as const;
