/**
 * Runs in a page before any other script, and stops its clock at `moment`, in milliseconds since 1970: a header that shows how
 * old a balance is looks the same whenever the page is opened. Timers and `performance.now()` run. Its source is sent to the
 * browser, so it uses nothing from outside. Playwright's clock would also replace the timers and `performance`, which the host protects
 * and reads.
 */
export function stopClock(moment: number): void {
  const { construct, defineProperty } = Reflect;
  const Running = Date;
  const Stopped = new Proxy(Running, {
    apply: () => new Running(moment).toString(),
    construct: (target, values, created) =>
      construct(target, values.length === 0 ? [moment] : values, created),
  });
  defineProperty(Running, 'now', { value: () => moment });
  defineProperty(Running.prototype, 'constructor', { value: Stopped });
  defineProperty(globalThis, 'Date', { value: Stopped });
}
