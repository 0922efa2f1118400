import type { ReactNode } from 'react';
import { useFormat } from '../../i18n/index.ts';
import { momentInZone } from '../values/values.tsx';
import classes from './cells.module.css';

interface MomentCellProps {
  /** RFC 3339. */
  value: string;
}

/**
 * A moment with seconds in the account's time zone, which the pointer names with its offset; in a table the date stands above
 * the time.
 */
export function MomentCell({ value }: MomentCellProps) {
  const format = useFormat();
  return (
    <time dateTime={value} className={classes.moment} title={momentInZone(value, format)}>
      {format.dateTime(value, { seconds: true })}
    </time>
  );
}

interface TwoLineCellProps {
  children: ReactNode;
  /** Muted second line; optional. */
  detail?: ReactNode;
  /** Line width at which the text wraps in a table: s 18, m 20, l 22 digits. */
  width?: 's' | 'm' | 'l';
}

/** A value with a detail below it. */
export function TwoLineCell({ children, detail, width = 'm' }: TwoLineCellProps) {
  return (
    <span className={classes.lines} data-width={width}>
      {children}
      {detail && <span className={classes.detail}>{detail}</span>}
    </span>
  );
}
