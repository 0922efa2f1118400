/** The address of the log-in screen, or another that leads on, from which the customer returns to `url`. */
export function logInPath(url: string, screen = '/login'): string {
  const { pathname, search } = new URL(url);
  const target = pathname + search;
  return target === '/welcome' ? screen : `${screen}?return_to=${encodeURIComponent(target)}`;
}
