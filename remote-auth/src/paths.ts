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
  if (!wanted.startsWith('/')) return paths.welcome;
  // Browsers drop tabs and line breaks from URLs, read "\\" as "/" and resolve "..": "/\t/host" leads to another site.
  const url = URL.canParse(wanted, location.origin) ? new URL(wanted, location.origin) : undefined;
  if (url?.origin !== location.origin || url.pathname.startsWith('//')) return paths.welcome;
  return isPage(url.pathname) ? url.pathname + url.search + url.hash : paths.welcome;
}

/** Whether the router shows a page of the account at a path: the authorization screens end the session, and no route has a line break. */
function isPage(pathname: string): boolean {
  const path = decoded(pathname)
    ?.toLowerCase()
    .replace(/(?<!\/)\/+$/, '');
  const screens: readonly string[] = [paths.login, paths.register, paths.restore, paths.change, paths.dpu];
  return path !== undefined && !screens.includes(path) && !/[\p{Cc}\u2028\u2029]/u.test(path);
}

function decoded(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
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
