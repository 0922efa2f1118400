import { CopyButton } from '../copy-button/copy-button.tsx';
import classes from './values.module.css';

export interface PhoneNumberProps {
  /** E.164 or as dialled; shown as it is. */
  number: string | null | undefined;
  /** Adds a copy button. */
  copyable?: boolean;
}

/** A phone number that never wraps, in digits of one width. */
export function PhoneNumber({ number, copyable = false }: PhoneNumberProps) {
  if (!number) return <span className={classes.figure}>–</span>;
  return (
    <span className={classes.withButton}>
      <bdi className={classes.figure}>{number}</bdi>
      {copyable && <CopyButton text={number} />}
    </span>
  );
}
