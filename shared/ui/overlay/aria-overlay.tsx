import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { localeOf, useLanguage } from '../../i18n/index.ts';
import { focusIfLost } from '../lost-focus.ts';

// React Aria injects a <style> element unless an element with this id exists; the content security policy would block
// the style. The rule itself is in tokens/reset.css.
const pressStyleId = 'react-aria-pressable-style';
if (typeof document !== 'undefined' && !document.getElementById(pressStyleId)) {
  const marker = document.createElement('meta');
  marker.id = pressStyleId;
  document.head.append(marker);
}

/** Sets React Aria's locale to the portal's language instead of the browser's. Wraps every React Aria overlay. */
export function AriaLocale({ children }: { children: ReactNode }) {
  return <I18nProvider locale={localeOf(useLanguage())}>{children}</I18nProvider>;
}

/**
 * Returns the focus to the element that had it when the overlay opened. React Aria does this in the next frame, which is
 * too early for an overlay that a navigation closes: React runs the effects of a transition later, and until then the
 * page behind is inert and cannot take the focus. If the element is gone, such as the button of a payment that is now canceled, the
 * focus goes to the window in which it was, or to the page's content.
 */
export function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    return () => focusIfLost([opener]);
  }, [opener]);
}

/**
 * The properties of a ModalOverlay that a press outside closes, but not the second click of two: a double click on a row opens its drawer
 * with the first, and the second lands beside the drawer.
 */
export function useDismissal(onDismiss: () => void) {
  const clicks = useRef(0);
  return {
    onMouseDownCapture: ({ detail, target }: MouseEvent) => {
      const isInside = target instanceof Element && target.closest('[role="dialog"]') !== null;
      clicks.current = isInside ? 0 : detail;
    },
    onOpenChange: (isOpen: boolean) => {
      const isSecondClick = clicks.current > 1;
      // What comes next is no click, or another one.
      clicks.current = 0;
      if (!isOpen && !isSecondClick) onDismiss();
    },
  };
}

/**
 * Ignores the second click of two, of which the first has closed the overlay: it lands on what was below, such as a row, whose details it
 * would open.
 */
export function useSecondClickGuard(): void {
  // In step with the window, until the next click of its own.
  useEffect(() => () => addEventListener('click', ignoreSecondClick, true), []);
}

function ignoreSecondClick(event: globalThis.MouseEvent): void {
  if (event.detail > 1) {
    event.preventDefault();
    event.stopPropagation();
  }
  // Keys and scripts click with 0.
  if (event.detail === 1) removeEventListener('click', ignoreSecondClick, true);
}
