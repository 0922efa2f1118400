import type { ReactNode } from 'react';
import { Icon, type IconProps } from '../icon/icon.tsx';
import classes from './card.module.css';

export interface StatProps {
  label: ReactNode;
  /** Already formatted, or a Money. */
  value: ReactNode;
  hint?: ReactNode;
  icon?: IconProps['name'];
  /** The change since an earlier period; `text` is formatted and says it in words or signs. */
  trend?: { direction: 'up' | 'down' | 'flat'; text: ReactNode; tone?: 'good' | 'bad' | 'neutral' };
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
