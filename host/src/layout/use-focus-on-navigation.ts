import { useLocation } from '@portal/shared/router';
import { type RefObject, useEffect, useRef } from 'react';

/** Moves the focus to the page when another page is shown, as a document's load would; filters and sidebars leave it. */
export function useFocusOnNavigation(target: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    target.current?.focus({ preventScroll: true });
  }, [pathname, target]);
}
