import type { ReleaseHealth } from '@portal/federation-contract/release-telemetry';

export interface Limits {
  /** Pages of the candidate that are needed for a decision. */
  minimum: number;
  /** Allowed difference between the failure rates of candidate and active release, in percentage points. */
  threshold: number;
  /** Allowed difference between the load times of candidate and active release, in percent. */
  slower: number;
}

/** The versions of an area, or of the host, with a canary. */
export interface RunningCanary {
  /** Id of the area, or `host`. */
  area: string;
  active: string;
  candidate: string;
}

/** What became of the pages that the server has served with a release. */
interface Pages {
  /** Pages with a result; those that may still report are left out. */
  count: number;
  /** Pages that reported a failure, or nothing within the limit. */
  failed: number;
  silent: number;
  /** Percent. */
  rate: number;
  /** Three of four pages showed the area within this time, in milliseconds; null when none did. */
  load_ms: number | null;
}

export interface Verdict {
  decision: 'halt' | 'wait' | 'pass';
  candidate: Pages;
  baseline: Pages;
  /** For the audit record. */
  reason: string;
}

/** The failure rate in percent that is assumed while the active release has no pages: visitors who leave early. */
const unknownRate = 5;
/** Added to the allowed load time, in milliseconds: short times differ more by chance. */
const loadMargin = 500;
/** Standard deviations of the intervals, so that repeated rounds do not halt a good canary by chance. */
const deviations = 3;

/**
 * Compares the pages of a canary with those of the active release. A canary is halted when its failure rate is higher by
 * more than the threshold and by more than chance explains, or when its pages are slower. It passes when neither is so.
 */
export function canaryVerdict(
  items: readonly ReleaseHealth[],
  canary: RunningCanary,
  { minimum, threshold, slower }: Limits,
): Verdict {
  const pagesOf = (version: string, source: ReleaseHealth['source']) =>
    pagesFrom(
      items.filter((one) => one.area === canary.area && one.version === version && one.source === source),
    );
  const candidate = pagesOf(canary.candidate, 'canary');
  const baseline = pagesOf(canary.active, 'active');
  const reason = `${canary.area}@${canary.candidate}: ${describe(candidate)}; active ${canary.active}: ${describe(baseline)}`;
  const expected = baseline.count === 0 ? unknownRate : baseline.rate;
  const isSlow =
    candidate.load_ms !== null &&
    baseline.load_ms !== null &&
    baseline.count - baseline.failed >= minimum / 2 &&
    candidate.load_ms > baseline.load_ms * (1 + slower / 100) + loadMargin;
  const isWorse = certainDifference(candidate, baseline) > threshold;
  if (candidate.count < minimum) return { decision: 'wait', candidate, baseline, reason };
  const isGood = candidate.rate <= expected + threshold;
  return { decision: isWorse || isSlow ? 'halt' : isGood ? 'pass' : 'wait', candidate, baseline, reason };
}

function pagesFrom(items: readonly ReleaseHealth[]): Pages {
  const [{ pages } = { pages: { loaded: 0, failed: 0, silent: 0, waiting: 0, load_ms: null } }] = items;
  const failed = pages.failed + pages.silent;
  const count = pages.loaded + failed;
  const rate = count === 0 ? 0 : (failed / count) * 100;
  return { count, failed, silent: pages.silent, rate, load_ms: pages.load_ms };
}

/** The lower end of the interval of the difference of two rates in percentage points (Newcombe's method on Wilson's intervals). */
function certainDifference(candidate: Pages, baseline: Pages): number {
  const upper = baseline.count === 0 ? unknownRate : interval(baseline).upper;
  const rate = baseline.count === 0 ? unknownRate : baseline.rate;
  const below = candidate.rate - interval(candidate).lower;
  return candidate.rate - rate - Math.hypot(below, upper - rate);
}

function interval({ count, rate }: Pages): { lower: number; upper: number } {
  if (count === 0) return { lower: 0, upper: 100 };
  const share = rate / 100;
  const square = deviations ** 2;
  const center = (share + square / (2 * count)) / (1 + square / count);
  const spread = Math.sqrt((share * (1 - share)) / count + square / (4 * count ** 2));
  const half = (deviations * spread) / (1 + square / count);
  return { lower: (center - half) * 100, upper: (center + half) * 100 };
}

function describe({ count, failed, silent, rate, load_ms }: Pages): string {
  const time = load_ms === null ? '' : `, shown within ${(load_ms / 1000).toFixed(1)} s`;
  return `${failed} of ${count} pages failed (${rate.toFixed(1)} %, ${silent} without a report)${time}`;
}
