import { CopyButton } from '@portal/shared/ui';
import type { ReactNode } from 'react';
import classes from './copyable.module.css';

interface CopyableProps {
  /** What is copied; also what is shown unless there are children. */
  text: string;
  /** Accessible name of the button, such as "Copy: IBAN". */
  label: string;
  children?: ReactNode;
}

/** A value with a button that copies it. */
export function Copyable({ text, label, children }: CopyableProps) {
  return (
    <span className={classes.copyable}>
      <span className={classes.value}>{children ?? text}</span>
      <CopyButton text={text} label={label} />
    </span>
  );
}
