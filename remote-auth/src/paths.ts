import { useLanguage } from '@portal/shared/i18n';
import { useLocation } from '@portal/shared/router';

/** The URLs of this area, and those that it leads to. */
export const paths = {
  login: '/login',
  register: '/register',
  restore: '/restore',
  change: '/change',
  dpu: '/dpu',
  welcome: '/welcome',
} as const;

/** The page that opens after login: the wanted one if it belongs to this portal. */
export function returnPath(search: string): string {
  const wanted = new URLSearchParams(search).get('return_to') ?? '';
  // "//host" and "/\host" lead to another site.
  return /^\/(?![/\\])/.test(wanted) ? wanted : paths.welcome;
}

/** URLs of the other authorization screens, with the language and the wanted page, but without tokens. */
export function useScreenHref(): (path: string) => string {
  const query = new URLSearchParams(useLocation().search);
  const language = useLanguage();
  const wanted = query.get('return_to');
  const carried = new URLSearchParams({
    // Only when the URL has one, as a cookie stores it too. The router does not notice when the menu changes it.
    ...(query.has('language') && { language }),
    ...(wanted !== null && { return_to: wanted }),
  });
  return (path) => (carried.size > 0 ? `${path}?${carried}` : path);
}
