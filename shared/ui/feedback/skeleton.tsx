import classes from './feedback.module.css';

export interface SkeletonProps {
  /** Lines of text it stands for. */
  lines?: number;
  shape?: 'text' | 'title' | 'block' | 'circle';
}

/** Grey placeholder of content on its way; hidden from assistive technology, so announce the wait elsewhere. */
export function Skeleton({ lines = 1, shape = 'text' }: SkeletonProps) {
  return (
    <span aria-hidden="true" className={classes.skeletons}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={classes.skeleton} data-shape={shape} />
      ))}
    </span>
  );
}
