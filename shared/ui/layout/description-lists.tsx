import type { ReactNode } from 'react';
import { Icon, type IconProps } from '../icon/icon.tsx';
import { InfoTip } from '../popup/info-tip.tsx';
import { Card } from './card.tsx';
import classes from './description-lists.module.css';
import { Grid } from './layout.tsx';

export interface Detail {
  term: ReactNode;
  /** Shows a dash when absent. */
  description: ReactNode;
  /** React key; needed when terms repeat or are not text. */
  id?: string;
}

interface DetailListProps {
  /** Falsy items are left out. */
  items: readonly (Detail | false | null | undefined)[];
  /** `rows`: term and value on one line; `grid`: value under its term, several per line. */
  layout?: 'rows' | 'grid';
}

/** A detail whose value may be null; null for a null value, so that the list leaves it out. */
export function detail<Value>(
  term: string,
  value: Value | null,
  show: (value: Value) => ReactNode = String,
): Detail | null {
  return value === null ? null : { term, description: show(value) };
}

/** A list of terms with their values. */
export function DetailList({ items, layout = 'rows' }: DetailListProps) {
  return (
    <dl className={classes.details} data-layout={layout}>
      {items.map(
        (item, index) =>
          item && (
            <div
              key={item.id ?? (typeof item.term === 'string' ? item.term : index)}
              className={classes.detail}
            >
              <dt>{item.term}</dt>
              <dd>{item.description ?? '–'}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** The change of a figure since an earlier period; `text` is the formatted change. */
export interface Trend {
  direction: 'up' | 'down' | 'flat';
  text: ReactNode;
  tone?: 'good' | 'bad';
}

export interface StatProps {
  label: ReactNode;
  /** Explanation behind a question mark; `about` names the mark: "About ASR". */
  help?: { about: string; text: string } | undefined;
  /** A formatted value, or a Money. */
  value: ReactNode;
  hint?: ReactNode;
  icon?: IconProps['name'];
  trend?: Trend | undefined;
  size?: 'big' | 'small';
}

/** One figure with its name, its trend and a hint. */
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

interface StatsCardProps {
  /** Accessible name. */
  label: string;
  children: ReactNode;
}

/** A card of small Stats side by side, as many per line as fit. */
export function StatsCard({ label, children }: StatsCardProps) {
  return (
    <Card aria-label={label}>
      <Grid columns="xs">{children}</Grid>
    </Card>
  );
}
