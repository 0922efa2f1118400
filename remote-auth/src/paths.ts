/** Every address of this area, and those it sends customers to. */
export const paths = {
  login: '/login',
  register: '/register',
  restore: '/restore',
  change: '/change',
  dpu: '/dpu',
  welcome: '/welcome',
} as const;

/** Where a customer goes after logging in: the page that was wanted, if it is one of this portal. */
export function returnPath(search: string): string {
  const wanted = new URLSearchParams(search).get('return_to') ?? '';
  // "//host" and "/\host" lead to another site.
  return /^\/(?![/\\])/.test(wanted) ? wanted : paths.welcome;
}
