import type { ReactNode, RefObject } from 'react';
import { AriaPopover } from './aria-popover.tsx';
import classes from './popover.module.css';

export interface PopoverPanelProps {
  anchor: RefObject<HTMLElement | null>;
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** The open panel of a Popover: a dialog that has the focus. */
export function PopoverPanel({ label, children, ...rest }: PopoverPanelProps) {
  return (
    <AriaPopover {...rest} placement="bottom end" aria-label={label} className={classes.panel}>
      {children}
    </AriaPopover>
  );
}
