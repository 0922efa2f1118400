import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { CopyButton } from './copy-button.tsx';
import classes from './copyable.module.css';

export interface CopyableProps {
  /** What is copied; also what is shown unless there are children. */
  text: string;
  /** Accessible name of the button, such as "Copy: IBAN"; "Copy" when absent. */
  label?: string;
  /** Shows an id or a key in a monospaced face. */
  code?: boolean;
  children?: ReactNode;
}

/** A value with a button that copies it. */
export function Copyable({ text, label, code = false, children = text }: CopyableProps) {
  const Value = code ? 'code' : 'span';
  return (
    <span className={classes.copyable}>
      <Value className={classNames(classes.value, code && classes.code)}>{children}</Value>
      <CopyButton text={text} {...(label !== undefined && { label })} />
    </span>
  );
}
