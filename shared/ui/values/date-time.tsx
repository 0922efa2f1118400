import { useFormat } from '../../i18n/index.ts';
import classes from './values.module.css';

export interface DateTimeProps {
  /** A moment (RFC 3339), or a day `YYYY-MM-DD` with `show="date"`. */
  value: string | null | undefined;
  show?: 'dateTime' | 'date' | 'relative';
  seconds?: boolean;
}

/** A moment in the account's time zone, a day, or how long ago it was. */
export function DateTime({ value, show = 'dateTime', seconds = false }: DateTimeProps) {
  const format = useFormat();
  if (!value) return <span className={classes.figure}>{format.date(value)}</span>;
  const full = show === 'date' ? format.date(value) : format.dateTime(value, { seconds });
  return (
    <time dateTime={value} className={classes.figure} title={show === 'relative' ? full : undefined}>
      {show === 'relative' ? format.relativeTime(value) : full}
    </time>
  );
}
