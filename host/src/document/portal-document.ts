import { type Composition, compositionSchema } from '@portal/contract/composition';
import { type PortalConfig, portalConfigSchema } from '@portal/contract/portal-config';
import * as v from 'valibot';

/** The configuration that the HTML carries; throws when it is missing or malformed. */
export const config: PortalConfig = v.parse(portalConfigSchema, readJson('portal-config'));

/** The composition that the HTML carries: fixed for the life of the page, whatever is deployed meanwhile. */
export const composition: Composition = v.parse(compositionSchema, readJson('portal-composition'));

function readJson(id: string): unknown {
  return JSON.parse(document.getElementById(id)?.textContent ?? 'null');
}
