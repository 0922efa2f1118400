import type { ReactNode } from 'react';
import { Icon, type IconProps } from '../icon/icon.tsx';
import { InfoTip } from '../info-tip/info-tip.tsx';
import { Grid } from '../layout/layout.tsx';
import classes from './card.module.css';
import { Card } from './card.tsx';
import type { Trend } from './trend.ts';

export interface StatProps {
  label: ReactNode;
  /** Explanation behind a question mark; `about` names the mark: "About ASR". */
  help?: { about: string; text: string } | undefined;
  /** Already formatted, or a Money. */
  value: ReactNode;
  hint?: ReactNode;
  icon?: IconProps['name'];
  trend?: Trend | undefined;
  size?: 'big' | 'small';
}

/** One figure with its name, and how it moved. */
export function Stat({ label, help, value, hint, icon, trend, size = 'big' }: StatProps) {
  return (
    <dl className={classes.stat} data-size={size}>
      <dt className={classes.statLabel}>
        {icon && <Icon name={icon} />}
        {label}
        {help && <InfoTip label={help.about}>{help.text}</InfoTip>}
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

export interface StatsCardProps {
  /** Accessible name. */
  label: string;
  children: ReactNode;
}

/** Small Stats side by side, as many on a line as fit. */
export function StatsCard({ label, children }: StatsCardProps) {
  return (
    <Card aria-label={label}>
      <Grid columns="xs">{children}</Grid>
    </Card>
  );
}
