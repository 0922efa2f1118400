import type { MouseEvent, ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { Icon, type IconProps } from '../icon/icon.tsx';
import type { IconName } from '../icon/icon-name.ts';
import { QueryError } from './error-panel.tsx';
import { Loader } from './loader.tsx';
import skeletonClasses from './skeleton.module.css';
import classes from './states.module.css';

interface EmptyStateProps {
  title: ReactNode;
  children?: ReactNode;
  icon?: IconProps['name'];
  /** A button or link for the next step. */
  action?: ReactNode;
  /** Makes the title a heading, for a state that fills a page. */
  headingLevel?: 1 | 2 | 3;
}

/** Shown instead of content that does not exist: what is missing, why, and what to do next. */
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

export interface EmptyListProps {
  /** Icon of a list without entries. */
  icon?: IconName;
  /** Texts for a list without entries, and for filters that match no entry. */
  textOf: (key: 'title' | 'text' | 'filteredTitle' | 'filteredText' | 'reset') => string;
  /** Whether at least one filter is set. */
  isFiltered: boolean;
  onReset: () => void;
  /** Text of the button when no filter is set; the button is shown only with `onAction`. */
  action?: string;
  onAction?: (() => void) | undefined;
}

/** Explains why a list is empty, and offers an action that leads to entries. */
export function EmptyList(props: EmptyListProps) {
  const { icon = 'inbox', textOf, isFiltered, onReset, action, onAction } = props;
  const onClick = isFiltered
    ? ({ currentTarget }: MouseEvent<HTMLElement>) => {
        onReset();
        // The button disappears with the empty state.
        currentTarget.closest('main')?.focus({ preventScroll: true });
      }
    : onAction;
  const button = onClick && (
    <Button theme="outline" size="medium" onClick={onClick}>
      {isFiltered ? textOf('reset') : action}
    </Button>
  );
  return (
    <EmptyState
      icon={isFiltered ? 'search' : icon}
      title={textOf(isFiltered ? 'filteredTitle' : 'title')}
      action={button}
    >
      {textOf(isFiltered ? 'filteredText' : 'text')}
    </EmptyState>
  );
}

/** The fields of a query's result that the design system reads; the query library's result has them. */
export interface QueryState<Data> {
  data: Data | undefined;
  isError: boolean;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

interface QueryFallbackProps {
  query: QueryState<unknown>;
  /** Shown until the query has a result; a Loader by default. */
  loading?: ReactNode;
}

/** Shown instead of a query's data: `loading` until there is a result, or the error with a retry button. */
export function QueryFallback({ query, loading = <Loader /> }: QueryFallbackProps) {
  if (!query.isError) return loading;
  return <QueryError error={query.error} onRetry={query.refetch} isRetrying={query.isFetching} />;
}

interface ReservedProps {
  isLoading: boolean;
  /** While loading, made of sample values: it has the size of what will stand there. */
  children: ReactNode;
}

/**
 * Its children. While they are loading they only keep their place, so that nothing moves when they appear: a grey area of
 * their size, hidden from assistive technology and from the keyboard.
 */
export function Reserved({ isLoading, children }: ReservedProps) {
  if (!isLoading) return children;
  return (
    <div aria-hidden="true" className={skeletonClasses.reserved}>
      {children}
    </div>
  );
}

interface SkeletonProps {
  /** Number of text lines that it replaces. */
  lines?: number;
  shape?: 'text' | 'title' | 'block' | 'circle';
}

/** Grey placeholder of content that is loading; hidden from assistive technology, so announce the loading elsewhere. */
export function Skeleton({ lines = 1, shape = 'text' }: SkeletonProps) {
  return (
    <span aria-hidden="true" className={skeletonClasses.skeletons}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={skeletonClasses.skeleton} data-shape={shape} />
      ))}
    </span>
  );
}
