import type { ReactNode } from 'react';
import { Icon, type IconProps } from '../icon/icon.tsx';
import classes from './states.module.css';

export interface EmptyStateProps {
  title: ReactNode;
  children?: ReactNode;
  icon?: IconProps['name'];
  /** What to do about it. */
  action?: ReactNode;
}

/** Says that there is nothing, why, and what to do next. */
export function EmptyState({ title, children, icon = 'inbox', action }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      <span className={classes.medallion}>
        <Icon name={icon} size="xl" />
      </span>
      <p className={classes.title}>{title}</p>
      {children && <div className={classes.text}>{children}</div>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
