import type { ReleaseHealth } from '@portal/federation-contract/release-telemetry';

export interface Limits {
  /** Pages of the candidate that have to have reported before it is judged. */
  minimum: number;
  /** By how many percentage points its failure rate may exceed the active release's. */
  threshold: number;
}

export interface Verdict {
  decision: 'halt' | 'wait' | 'pass';
  candidate: Rate;
  baseline: Rate;
  /** For the audit record. */
  reason: string;
}

interface Rate {
  reports: number;
  failed: number;
  /** Percent. */
  rate: number;
}

interface Canary {
  area: string;
  active: string;
  candidate: string;
}

/** Judges a canary by what pages have reported since it began: its failures against those of the active release. */
export function canaryVerdict(items: readonly ReleaseHealth[], canary: Canary, limits: Limits): Verdict {
  const rateOf = (version: string, source: ReleaseHealth['source']) =>
    rate(
      items.filter((item) => item.area === canary.area && item.version === version && item.source === source),
    );
  const candidate = rateOf(canary.candidate, 'canary');
  const baseline = rateOf(canary.active, 'active');
  const reason = `${canary.area}@${canary.candidate}: ${describe(candidate)}; active ${canary.active}: ${describe(baseline)}`;
  const isEnough = candidate.reports >= limits.minimum;
  const isWorse = candidate.rate > baseline.rate + limits.threshold;
  return { decision: !isEnough ? 'wait' : isWorse ? 'halt' : 'pass', candidate, baseline, reason };
}

function rate(items: readonly ReleaseHealth[]): Rate {
  const failed = items.reduce((sum, item) => sum + item.failed, 0);
  const reports = items.reduce((sum, item) => sum + item.loaded, failed);
  return { reports, failed, rate: reports === 0 ? 0 : (failed / reports) * 100 };
}

function describe({ reports, failed, rate: percent }: Rate): string {
  return `${failed} of ${reports} reports are failures (${percent.toFixed(1)} %)`;
}
