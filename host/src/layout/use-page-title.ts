import { useEffect } from 'react';
import { config } from '../document/portal-document.ts';

/** Keeps the document's title in step with the page. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – ${config.brand}`;
  }, [title]);
}
