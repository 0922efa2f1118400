import { type PortalConfig, portalConfigSchema } from '@portal/contract/portal-config';
import { type PortalVisit, portalVisitSchema } from '@portal/federation-contract/portal-visit';
import * as v from 'valibot';

/** The configuration that the HTML carries; throws when it is missing or malformed. */
export const config: PortalConfig = v.parse(portalConfigSchema, readJson('portal-config'));

/** What the server has chosen for this visit. */
export const visit: PortalVisit = v.parse(portalVisitSchema, readJson('portal-visit'));

/** The signed composition that the HTML carries, not verified yet; undefined when it is not even JSON. */
export function inlinedComposition(): unknown {
  return readUnchecked('portal-composition');
}

/** The hashes of texts that the HTML states, as they stand there; undefined when they are not even JSON. */
export function inlinedTextHashes(): unknown {
  return readUnchecked('portal-texts');
}

/** The address of the provider's mark, as the document names it. */
export function markAddress(): string {
  return document.querySelector('link[rel=icon]')?.getAttribute('href') ?? '';
}

function readUnchecked(id: string): unknown {
  try {
    return readJson(id);
  } catch {
    return undefined;
  }
}

function readJson(id: string): unknown {
  return JSON.parse(document.getElementById(id)?.textContent ?? 'null');
}
