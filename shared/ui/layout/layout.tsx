import type { HTMLAttributes, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import classes from './layout.module.css';

type Gap = '1' | '2' | '3' | '4' | '6' | '8';

interface StackProps extends HTMLAttributes<HTMLDivElement> {
  gap?: Gap;
}

/** Children in a column, evenly spaced. */
export function Stack({ gap = '4', className, ...rest }: StackProps) {
  return <div {...rest} className={classNames(classes.stack, className)} data-gap={gap} />;
}

interface InlineProps extends StackProps {
  align?: 'start' | 'center' | 'end' | 'baseline';
  justify?: 'start' | 'end' | 'between';
}

/** Children in a row that wraps. */
export function Inline({ gap = '3', align = 'center', justify = 'start', className, ...rest }: InlineProps) {
  const data = { 'data-gap': gap, 'data-align': align, 'data-justify': justify };
  return <div {...rest} className={classNames(classes.inline, className)} {...data} />;
}

interface GridProps extends StackProps {
  /** Minimum column width: xs 108 px (columns stretch to fill the line), s 160 px, m 240 px, l 320 px. */
  columns?: 'xs' | 's' | 'm' | 'l';
}

/** As many columns of equal width as fit. */
export function Grid({ gap = '4', columns = 'm', className, ...rest }: GridProps) {
  return (
    <div {...rest} className={classNames(classes.grid, className)} data-gap={gap} data-columns={columns} />
  );
}

/** Text for assistive technology only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={classes.hidden}>{children}</span>;
}

export interface PageHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** Buttons at the end of the line, or below the title on phones. */
  actions?: ReactNode;
  /** Above the title: a back link, a badge. */
  above?: ReactNode;
}

/** The header of a page: its only h1, a line of explanation, its actions. */
export function PageHeader({ title, description, actions, above }: PageHeaderProps) {
  return (
    <header className={classes.pageHeader}>
      <div className={classes.pageTitle}>
        {above}
        <h1>{title}</h1>
        {description && <p className={classes.muted}>{description}</p>}
      </div>
      {actions && <div className={classes.pageActions}>{actions}</div>}
    </header>
  );
}
