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

/** A page at one width, before and after. */
export interface PagePictures {
  path: string;
  /** `voicing@0.1.0-ab12cd34`. */
  release: string;
  /** Of the window, in pixels. */
  width: number;
  /** PNG; null for a page that was not live before. */
  before: Buffer | null;
  after: Buffer;
  difference: Buffer | null;
  /** Share of the changed pixels, 0 to 1. */
  changed: number | null;
}

export interface TrialResult {
  findings: Finding[];
  pages: PagePictures[];
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
