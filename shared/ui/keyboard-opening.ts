import { type RefObject, useLayoutEffect } from 'react';
import { setInteractionModality } from 'react-aria-components';

/**
 * Tells React Aria that a popup was opened from the keyboard. A key pressed on a native button ends in a click that it
 * takes for a screen reader's, and then it hesitates to move the focus into the popup.
 */
export function useKeyboardOpening(anchor: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (activeElement?.matches(':focus-visible') && anchor.current?.contains(activeElement)) {
      setInteractionModality('keyboard');
    }
  }, [anchor]);
}
