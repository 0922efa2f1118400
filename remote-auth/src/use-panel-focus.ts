import { type RefObject, useEffect, useRef } from 'react';

/**
 * Put on what takes a form's place: its first field, or else the panel itself, gets the focus that the form had. When
 * it goes again, the page gets it.
 */
export function usePanelFocus(): RefObject<HTMLDivElement | null> {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const page = panel.current?.closest('main');
    (panel.current?.querySelector('input') ?? panel.current)?.focus();
    return () => page?.focus();
  }, []);
  return panel;
}
