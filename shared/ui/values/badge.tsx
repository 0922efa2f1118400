import type { ReactNode } from 'react';
import { Icon, type IconProps } from '../icon/icon.tsx';
import classes from './badge.module.css';

export type BadgeTone = 'success' | 'warning' | 'error' | 'info' | 'neutral';

interface StatusBadgeProps {
  tone: BadgeTone;
  /** The status in words; colour must not be its only sign. */
  children: ReactNode;
}

/** A status in words after a mark whose colour and shape depend on the tone. */
export function StatusBadge({ tone, children }: StatusBadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone}>
      <span className={classes.mark} aria-hidden="true" />
      {children}
    </span>
  );
}

interface BadgeProps {
  tone?: BadgeTone;
  icon?: IconProps['name'];
  children: ReactNode;
}

/** A small chip with a count, a tag or a code. */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {icon && <Icon name={icon} size="s" />}
      {children}
    </span>
  );
}
