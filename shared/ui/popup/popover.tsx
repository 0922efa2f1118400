import { type ReactNode, useRef, useState } from 'react';
import { Button, type ButtonLook } from '../button/button.tsx';
import { lazyWidget } from '../lazy-widget.tsx';
import type { PopoverPanelProps } from './popover-panel.tsx';

interface PopoverProps extends Pick<ButtonLook, 'theme' | 'size'> {
  /** Accessible name of the open panel. */
  label: string;
  /** What the button shows, and its name. */
  trigger: ReactNode;
  /** The panel's content; `close` closes it. */
  children: (close: () => void) => ReactNode;
  onOpen?: () => void;
  className?: string;
}

const panel = lazyWidget<PopoverPanelProps>(() =>
  import(/* webpackChunkName: "widgets" */ './popover-panel.tsx').then((module) => module.PopoverPanel),
);

/** A button that opens a small panel below it. Esc and a press outside close it. */
export function Popover({ label, trigger, children, onOpen, ...look }: PopoverProps) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        theme="ghost"
        {...look}
        ref={anchor}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={panel.prefetch}
        onFocus={panel.prefetch}
        onClick={() => {
          if (!isOpen) onOpen?.();
          setOpen(!isOpen);
        }}
      >
        {trigger}
      </Button>
      {isOpen && (
        <panel.Widget props={{ anchor, label, onClose: close, children: children(close) }} onGiveUp={close} />
      )}
    </>
  );
}
