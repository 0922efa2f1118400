/** Milliseconds by which the server's clock is ahead of the device's. */
let aheadMs = 0;

/** Less is a slow response or the rounding of the header to seconds. */
const toleranceMs = 30_000;

/** Compares the clocks; call it with the `Date` header of a response that has just arrived. */
export function noteServerTime(date: string | null): void {
  const moment = Date.parse(date ?? '');
  if (Number.isNaN(moment)) return;
  const difference = moment - Date.now();
  aheadMs = Math.abs(difference) > toleranceMs ? difference : 0;
}

/** The moment of the server: the days and ages that it counts do not depend on the device's clock. */
export function serverNow(): Date {
  return new Date(Date.now() + aheadMs);
}
