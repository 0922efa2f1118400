import { classNames } from '../class-names.ts';
import classes from './feedback.module.css';

/** The turning ring alone, as decoration; Loader says what is being waited for. */
export function Spinner({ className }: { className?: string | undefined }) {
  return <span aria-hidden="true" className={classNames(classes.spinner, className)} />;
}
