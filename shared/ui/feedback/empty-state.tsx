import type { ReactNode } from 'react';
import { Icon, type IconProps } from '../icon/icon.tsx';
import classes from './states.module.css';

export interface EmptyStateProps {
  title: ReactNode;
  children?: ReactNode;
  icon?: IconProps['name'];
  /** What to do about it. */
  action?: ReactNode;
  /** Makes the title a heading, for a state that fills a page. */
  headingLevel?: 1 | 2 | 3;
}

/** Says that there is nothing, why, and what to do next. */
export function EmptyState({ title, children, icon = 'inbox', action, headingLevel }: EmptyStateProps) {
  const Title = headingLevel ? (`h${headingLevel}` as const) : 'p';
  return (
    <div className={classes.state}>
      <span className={classes.medallion}>
        <Icon name={icon} size="xl" />
      </span>
      <Title className={classes.title}>{title}</Title>
      {children && <div className={classes.text}>{children}</div>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
