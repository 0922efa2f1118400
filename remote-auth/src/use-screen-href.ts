import { useLanguage } from '@portal/shared/i18n';
import { useLocation } from '@portal/shared/router';

/** Addresses of the other authorization screens: the language and the wanted page go along, tokens do not. */
export function useScreenHref(): (path: string) => string {
  const query = new URLSearchParams(useLocation().search);
  const language = useLanguage();
  const wanted = query.get('return_to');
  const kept = new URLSearchParams({
    // Only where the address has it: the cookie keeps it too. The router does not see the menu change it.
    ...(query.has('language') && { language }),
    ...(wanted !== null && { return_to: wanted }),
  });
  return (path) => (kept.size > 0 ? `${path}?${kept}` : path);
}
