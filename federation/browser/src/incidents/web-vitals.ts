import type { WebVital } from '@portal/federation-contract/release-telemetry';
import { type MetricType, onCLS, onINP, onLCP, onTTFB } from 'web-vitals';
import type { RunningRelease } from '../composition/running-releases.ts';
import { addReport } from '../loading/release-telemetry.ts';
import { attributeToScreen } from './report-incident.ts';

const latest = new Map<string, { vital: WebVital; value: number; release: RunningRelease }>();

/** Measures the web vitals of this page; each belongs to the area that was on the screen when it changed last. */
export function watchWebVitals(): void {
  for (const watch of [onCLS, onINP, onLCP, onTTFB]) watch(noteVital, { reportAllChanges: true });
}

/** Reports the web vitals as they are now. The server counts the first value of each that a page reports for a release. */
export function reportWebVitals(): void {
  for (const { vital, value, release } of latest.values())
    addReport(release, { result: 'vital', vital, value: Math.round(value * 1000) / 1000 });
  latest.clear();
}

function noteVital({ name, value }: MetricType): void {
  if (name !== 'FCP') latest.set(name, { vital: name, value, release: attributeToScreen().release });
}
