import { type ReactNode, type RefObject, useLayoutEffect } from 'react';
import { Popover, type PopoverProps, setInteractionModality } from 'react-aria-components';
import { AriaLocale } from '../overlay/aria-overlay.tsx';
import classes from './popover.module.css';

interface AriaPopoverProps extends Pick<PopoverProps, 'placement' | 'aria-label' | 'aria-labelledby'> {
  className: string | undefined;
  /** The element that the popover is positioned at. */
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
  children: ReactNode;
}

/** The open panel of a menu, list or calendar, positioned at its anchor. */
export function AriaPopover({ anchor, className, onClose, children, ...rest }: AriaPopoverProps) {
  useKeyboardOpening(anchor);
  return (
    <AriaLocale>
      <Popover
        {...rest}
        isOpen
        triggerRef={anchor}
        offset={4}
        className={`${classes.popover} ${className}`}
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose();
        }}
      >
        {children}
      </Popover>
    </AriaLocale>
  );
}

/**
 * Notifies React Aria that a popup was opened from the keyboard. A key press on a native button ends in a click that React
 * Aria attributes to a screen reader, and then it delays moving the focus into the popup.
 */
function useKeyboardOpening(anchor: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (activeElement?.matches(':focus-visible') && anchor.current?.contains(activeElement)) {
      setInteractionModality('keyboard');
    }
  }, [anchor]);
}
