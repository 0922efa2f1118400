import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * The ref of a button whose success removes it. The browser drops the focus of a removed element: it goes to the region around the
 * button, in which something else is shown now.
 */
export function useRegionFocus(): RefObject<HTMLButtonElement | null> {
  const ref = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const button = ref.current;
    return () => {
      if (button !== null && button === document.activeElement)
        focusIfLost(regionsAround(button), { preventScroll: true });
    };
  }, []);
  return ref;
}

/** What can take the focus around an element, the innermost first. */
function regionsAround(element: Element): Element[] {
  const region = element.parentElement?.closest('[tabindex]');
  return region ? [region, ...regionsAround(region)] : [];
}

/**
 * Focuses the first of `places` that is still there, if the focus has been lost with an element that is being removed. If all are gone
 * too, the focus goes to the window that is open, or to the page's content.
 */
export function focusIfLost(places: readonly (Element | null)[], options?: FocusOptions): void {
  // The change that removes the element may also make the rest of the page usable again.
  setTimeout(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (!isLost) return;
    // The body had the focus when an address opened the overlay: nothing had it.
    const place = places.find((one) => one?.isConnected && one !== document.body);
    const target = place ?? openWindow();
    if (target instanceof HTMLElement) target.focus(place ? options : { preventScroll: true });
  });
}

function openWindow(): Element | null {
  return [...document.querySelectorAll('main, [role="dialog"]')].at(-1) ?? null;
}
