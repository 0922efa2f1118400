import type { Area } from '@portal/federation-contract/area';
import { choosePageReleases, pageAreas } from './composition/page-releases.ts';
import { verifiedComposition } from './composition/verified-composition.ts';
import { configureFederation, type FederationSettings } from './federation-settings.ts';
import { enforceIntegrity } from './loading/integrity.ts';
import { applyOverrides } from './overrides/apply-overrides.ts';

interface FederationStart extends FederationSettings {
  /** The signed composition as the HTML carries it, not verified yet. */
  inlinedComposition: unknown;
}

/**
 * Verifies the composition, chooses this page's releases and enforces their integrity. Call it once, before anything
 * is loaded. Returns the areas of the page, those that safe mode excludes last. Throws CompositionRefused.
 */
export async function startFederation({
  inlinedComposition,
  ...settings
}: FederationStart): Promise<readonly Area[]> {
  const { publicKey, visit } = settings;
  configureFederation(settings);
  choosePageReleases(await verifiedComposition({ inlined: inlinedComposition, publicKey }), visit);
  enforceIntegrity();
  await applyOverrides();
  return pageAreas();
}
