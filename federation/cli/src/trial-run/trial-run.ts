import type { PortalFacts } from '@portal/federation-contract/portal-facts';
import type { UnitSet } from '../composition/write-composition.ts';
import type { Finding } from '../gate/check-release.ts';
import type { ReleaseName } from '../releases/release-name.ts';
import type { TrustedStore } from '../signing/trust.ts';

export interface TrialRequest {
  store: TrustedStore;
  /** The live set; undefined before the first deployment. */
  live: UnitSet | undefined;
  /** The set that is to go live, in which visitors get the candidates. */
  units: UnitSet;
  candidates: readonly ReleaseName[];
}

/** What a trial run needs of the command's context. */
export interface TrialSettings {
  facts: PortalFacts;
  /** Absolute folder with the server program. */
  root: string;
  /** Absolute folder for the data of the run. */
  dataFolder: string;
  environment: Record<string, string | undefined>;
  /** Origin of a running portal whose API answers the pages; undefined for the server program of portal.json. */
  backend?: string | undefined;
  progress(text: string): void;
}

export interface TrialResult {
  findings: Finding[];
}

/**
 * Opens the candidates' pages in a browser, in the live set and in the set that is to go live, and compares what happens.
 * Does not reject: what prevents the run is a finding.
 */
export type RunCandidates = (request: TrialRequest, settings: TrialSettings) => Promise<TrialResult>;

/** The trial run cannot take place; the message says what is missing. */
export class TrialImpossible extends Error {
  override readonly name = 'TrialImpossible';
  /** What to do about it. */
  readonly advice: string;

  constructor(message: string, advice: string) {
    super(message);
    this.advice = advice;
  }
}
