import type { LiveHost, LiveRelease } from '@portal/federation-contract/composition';
import type {
  FailureStage,
  ReleaseReport,
  ReleaseSource,
} from '@portal/federation-contract/release-telemetry';
import { create } from 'zustand';
import { pageComposition } from '../composition/page-releases.ts';
import { type RunningRelease, releaseAt } from '../composition/running-releases.ts';
import { federationSettings } from '../federation-settings.ts';
import { areaLoad, markShown } from './area-load.ts';

/** The latest result of loading an area in this page. */
export interface AreaState {
  state: 'loaded' | 'failed';
  /** Of the release that was loaded, or tried last. */
  version: string;
  source: ReleaseSource;
  /** The reference of the latest failure, including one that the page recovered from: customers are shown it. */
  reference?: string | undefined;
}

/** The areas that this page has tried to load, by id. */
export const useAreaStates = create<Readonly<Record<string, AreaState>>>(() => ({}));

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** Milliseconds in which reports are collected for one request. */
const collectTime = 1_000;

const waiting: ReleaseReport[] = [];

/** Errors of the console whose area has been reported already. */
export const attributedErrors = new WeakSet<object>();

/** Sets the state of an area; without a reference, that of an earlier failure stays. */
export function setAreaState(area: string, state: AreaState): void {
  const reference = state.reference ?? failureReference(area);
  useAreaStates.setState({ [area]: { ...state, reference } });
}

/** Reports that an area's release failed, under a new reference. */
export function reportFailure(area: string, stage: FailureStage): void {
  const reference = newReference();
  const { release, source } = areaLoad(area);
  setAreaState(area, { state: 'failed', version: release.version, source, reference });
  report(area, { result: 'failed', stage, reference });
}

/** Reports that a locale file of a release is not the one that was released. The page continues with other texts. */
export function reportRefusedTexts({ base }: LiveHost | LiveRelease): void {
  const owner = releaseAt(base);
  if (owner !== undefined) addReport(owner, { result: 'failed', stage: 'texts', reference: null });
}

/** Reports that the code of an area has altered built-ins of the browser, which are restored. */
export function reportAltered(area: string, names: string): void {
  const error = new Error(`${area} altered${names}`);
  attributedErrors.add(error);
  reportError(error);
  report(area, { result: 'failed', stage: 'altered', reference: null });
}

/** Records that a component of an area is on the screen, and reports the first of each area. */
export function reportShown(area: string): void {
  const { release, source } = areaLoad(area);
  setAreaState(area, { state: 'loaded', version: release.version, source });
  if (markShown(area)) report(area, { result: 'loaded' });
}

/** The reference of an area's latest failure, which support looks up. */
export function failureReference(area: string): string | undefined {
  return useAreaStates.getState()[area]?.reference;
}

/** Sends the collected reports. Call it to send them immediately before the page is left. */
export function sendReports(): void {
  const reports = waiting.splice(0, 20);
  if (reports.length === 0) return;
  if (waiting.length > 0) setTimeout(sendReports, collectTime);
  const headers = { 'content-type': 'application/json', 'x-requested-with': 'portal' };
  const { telemetryUrl, pageToken: token } = federationSettings();
  const body = JSON.stringify({ token, reports });
  const request = { method: 'POST', headers, body, keepalive: true, credentials: 'omit' } as const;
  // A report that cannot be sent is lost: nothing depends on it.
  fetch(telemetryUrl, request).catch(() => undefined);
}

function newReference(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return [...bytes].map((byte) => alphabet[byte % alphabet.length]).join('');
}

function report(area: string, outcome: ReleaseReport['outcome']): void {
  const { release, source } = areaLoad(area);
  addReport({ area, version: release.version, source }, outcome);
}

/** Reports an outcome of a release, together with others a second later. */
export function addReport(
  { area, version, source }: RunningRelease,
  outcome: ReleaseReport['outcome'],
): void {
  waiting.push({ area, version, source, composition: pageComposition().number, outcome });
  if (waiting.length === 1) setTimeout(sendReports, collectTime);
}
