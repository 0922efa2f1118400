/** Milliseconds after the start: the code that reports is loaded after the first page, or for the first incident. */
const reportDelay = 3_000;
/** Incidents that wait for that code. */
const earlyLimit = 20;

/**
 * Watches this page for unhandled errors and rejections, violations of the content security policy, long tasks and growth of the
 * memory. Call it once, before an area's code runs: then no area can stop the events before they are seen.
 */
export function watchIncidents(): void {
  const early: Event[] = [];
  let handle: ((event: Event) => void) | undefined;
  let isLoading = false;
  const load = async () => {
    if (isLoading) return;
    isLoading = true;
    const { startReports } = await import(/* webpackChunkName: "incidents" */ './start-reports.ts');
    handle = startReports();
    early.forEach(handle);
  };
  const watch = (event: Event) => {
    // Code can dispatch events of its own that blame another area.
    if (!event.isTrusted) return;
    if (handle !== undefined) handle(event);
    else if (early.length < earlyLimit) early.push(event);
    // Reports are lost without their code; nothing depends on them.
    load().catch(() => undefined);
  };
  for (const type of ['error', 'unhandledrejection', 'securitypolicyviolation'])
    addEventListener(type, watch);
  setTimeout(() => load().catch(() => undefined), reportDelay);
}
