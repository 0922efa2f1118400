import type { Area } from '@portal/federation-contract/area';
import type about from '../locales/en/about.json';
import type pageNotices from '../locales/en/pageNotices.json';
import { choosePageReleases, pageAreas } from './composition/page-releases.ts';
import { verifiedComposition } from './composition/verified-composition.ts';
import {
  areOverridesAllowed,
  configureFederation,
  type FederationSettings,
  overridesKey,
} from './federation-settings.ts';
import { watchIncidents } from './incidents/watch-incidents.ts';
import { protectBuiltIns, readGlobals } from './loading/built-ins.ts';
import { provideFormerRuntime } from './loading/former-runtime.ts';
import { enforceIntegrity } from './loading/integrity.ts';
import { stateTextHashes } from './loading/released-texts.ts';

interface FederationStart extends FederationSettings {
  /** The signed composition as the HTML carries it, not verified yet. */
  inlinedComposition: unknown;
  /** The hashes of texts as the HTML states them. */
  inlinedTextHashes: unknown;
}

/**
 * Verifies the composition of the HTML, chooses this page's releases and enforces their integrity. Call it once, before any
 * area is loaded. Returns the areas of the page, those that safe mode excludes last. Throws CompositionRefused.
 */
export async function startFederation({
  inlinedComposition,
  inlinedTextHashes,
  ...settings
}: FederationStart): Promise<readonly Area[]> {
  const { publicKey, visit } = settings;
  configureFederation(settings);
  await readGlobals();
  choosePageReleases(await verifiedComposition(inlinedComposition, publicKey), visit);
  watchIncidents();
  enforceIntegrity();
  protectBuiltIns();
  provideFormerRuntime();
  stateTextHashes(inlinedTextHashes);
  await applyOverrides();
  return pageAreas();
}

let wasAnyStored = false;

/** Whether this page started with overrides, including any that could not be loaded. */
export function startedWithOverrides(): boolean {
  return wasAnyStored;
}

/** Replaces live releases by this tab's overrides. Does not reject: an override that cannot be read is ignored. */
export async function applyOverrides(): Promise<void> {
  try {
    wasAnyStored = areOverridesAllowed() && sessionStorage.getItem(overridesKey) !== null;
    if (!wasAnyStored) return;
    const { startOverrides } = await import(
      /* webpackChunkName: "overrides" */ './overrides/start-overrides.ts'
    );
    await startOverrides();
  } catch (error) {
    // The browser forbids storage, or the chunk cannot be loaded.
    reportError(error);
  }
}

/** The namespaces of this package, which a host adds to its `CustomTypeOptions`. */
export interface FederationResources {
  about: typeof about;
  pageNotices: typeof pageNotices;
}
