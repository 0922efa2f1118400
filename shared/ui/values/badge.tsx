import type { ReactNode } from 'react';
import { Icon, type IconProps } from '../icon/icon.tsx';
import classes from './badge.module.css';

export type BadgeTone = 'success' | 'warning' | 'error' | 'info' | 'neutral';

export interface StatusBadgeProps {
  tone: BadgeTone;
  /** The status in words: colour alone says nothing. */
  children: ReactNode;
}

/** A status in words, with a coloured mark whose shape differs by tone. */
export function StatusBadge({ tone, children }: StatusBadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone}>
      <span className={classes.mark} aria-hidden="true" />
      {children}
    </span>
  );
}

export interface BadgeProps {
  tone?: BadgeTone;
  icon?: IconProps['name'];
  children: ReactNode;
}

/** A small chip: a count, a tag, a code. */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {icon && <Icon name={icon} size="s" />}
      {children}
    </span>
  );
}
