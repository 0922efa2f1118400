import type { FailureStage, ReleaseReport } from '@portal/federation-contract/release-telemetry';
import { setAreaState } from '../composition/area-states.ts';
import { pageComposition } from '../composition/page-releases.ts';
import { config } from '../document/portal-document.ts';
import { areaRun } from './area-run.ts';

const references = new Map<string, string>();
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** Milliseconds in which reports are gathered to one request. */
const gatherTime = 1_000;

const waiting: ReleaseReport[] = [];

/** Tells the server that an area's release failed, under the reference that `failureReference` gives. */
export function reportFailure(area: string, stage: FailureStage): void {
  const reference = newReference();
  references.set(area, reference);
  const { release, source } = areaRun(area);
  setAreaState(area, { state: 'failed', version: release.version, source, reference });
  report(area, { result: 'failed', stage, reference });
}

/** Tells the server that an area's release stands on the screen. */
export function reportLoaded(area: string): void {
  report(area, { result: 'loaded' });
}

/** The reference of an area's latest failure: what a customer is shown and support looks up. */
export function failureReference(area: string): string | undefined {
  return references.get(area);
}

function newReference(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return [...bytes].map((byte) => alphabet[byte % alphabet.length]).join('');
}

function report(area: string, outcome: ReleaseReport['outcome']): void {
  const { release, source } = areaRun(area);
  waiting.push({ area, version: release.version, source, composition: pageComposition().number, outcome });
  if (waiting.length === 1) setTimeout(sendReports, gatherTime);
}

/** Sends what has been gathered; without waiting, when the page is about to be left. */
export function sendReports(): void {
  const reports = waiting.splice(0, 20);
  if (reports.length === 0) return;
  if (waiting.length > 0) setTimeout(sendReports, gatherTime);
  const headers = { 'content-type': 'application/json', 'x-requested-with': 'portal' };
  const body = JSON.stringify({ reports });
  const url = new URL('portal/reports', new URL(config.bff_base_address, location.origin));
  // Nobody waits for it, and what it would tell of its own failure nobody could be told.
  fetch(url, { method: 'POST', headers, body, keepalive: true, credentials: 'omit' }).catch(() => undefined);
}
