/**
 * The page's token for its reports; empty without one. The server sends it in the `Server-Timing` header, so that the HTML of a
 * page is the same for everyone.
 */
export function pageToken(): string {
  const [page] = performance.getEntriesByType('navigation');
  // Absent on pages that are not served over https, except those of this machine.
  const timings: readonly PerformanceServerTiming[] = Reflect.get(page ?? {}, 'serverTiming') ?? [];
  return timings.find(({ name }) => name === 'page')?.description ?? '';
}
