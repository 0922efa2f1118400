import { attributeToScreen, reportIncident } from './report-incident.ts';

/** Bytes that the memory may grow by while the customer stays in one area. */
const allowedGrowth = 50 * 1024 ** 2;
/** Milliseconds between two measurements. */
const interval = 10_000;

/** Measures what a page uses after a garbage collection. Only Chromium has it, and only for isolated pages. */
type MeasureMemory = () => Promise<{ bytes: number }>;

interface Sample {
  area: string;
  bytes: number;
}

/** Reports growth of the memory while one area is on the screen. Browsers that cannot measure it report none. */
export function watchMemory(): void {
  const measure: unknown = Reflect.get(performance, 'measureUserAgentSpecificMemory');
  if (!globalThis.crossOriginIsolated || typeof measure !== 'function') return;
  // biome-ignore lint/nursery/noUnsafeTypeAssertion: TypeScript's library does not declare the function.
  void watchGrowth((measure as MeasureMemory).bind(performance));
}

/** Compares each measurement with the first one since the area is on the screen. Ends when the browser refuses one. */
export async function watchGrowth(measure: MeasureMemory): Promise<void> {
  let first: Sample | undefined;
  for (;;) {
    const now = await takeSample(measure);
    if (now === undefined) return;
    if (first?.area !== now.area) first = now;
    const growth = now.bytes - first.bytes;
    if (growth >= allowedGrowth)
      reportIncident({ kind: 'memory', detail: '', amount: growth / 1024 ** 2, ...attributeToScreen() });
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
}

/** A measurement, which waits for a garbage collection; of no area when the customer has changed to another meanwhile. */
async function takeSample(measure: MeasureMemory): Promise<Sample | undefined> {
  const { area } = attributeToScreen().release;
  try {
    const { bytes } = await measure();
    return { area: attributeToScreen().release.area === area ? area : '', bytes };
  } catch {
    return undefined;
  }
}
