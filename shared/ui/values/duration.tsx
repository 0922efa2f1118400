import { useFormat } from '../../i18n/index.ts';
import classes from './values.module.css';

/** Whole seconds as h:mm:ss. */
export function Duration({ seconds }: { seconds: number | null | undefined }) {
  const format = useFormat();
  return <span className={classes.figure}>{format.duration(seconds)}</span>;
}
