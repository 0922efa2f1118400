import { actionPath } from '@portal/shared/area';

/** The first address of a visitor without a session. */
export const entryPath = '/';

/** The path of the login page; without an area that offers one, the path that leads to an area for visitors. */
export function loginPath(): string {
  return actionPath('login') ?? entryPath;
}

/** The address of the login page, or of another `screen` before the account, that leads back to `url` afterwards. */
export function loginPathFor(url: string, screen = loginPath()): string {
  const { pathname, search } = new URL(url);
  const target = pathname + search;
  return target === '/welcome' ? screen : `${screen}?return_to=${encodeURIComponent(target)}`;
}
