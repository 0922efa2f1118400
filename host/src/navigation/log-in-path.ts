/** The log-in screen's address, from which the customer returns to `url`. */
export function logInPath(url: string): string {
  const { pathname, search } = new URL(url);
  const target = pathname + search;
  return target === '/welcome' ? '/login' : `/login?return_to=${encodeURIComponent(target)}`;
}
