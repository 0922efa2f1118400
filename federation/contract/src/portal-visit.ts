import * as v from 'valibot';
import { integritySchema } from './composition.ts';

/** The server's choices for a visit, unsigned in the HTML: they select among the releases of the signed composition. */
export const portalVisitSchema = v.strictObject({
  /** Ids of the areas whose canary the visitor gets. */
  canary: v.array(v.string()),
  /** Ids of the areas that safe mode excludes. */
  without: v.array(v.string()),
  /**
   * Present when the page does not get the active host: `previous` when this browser could not load that one. Hosts from
   * before this member do not accept it.
   */
  host: v.exactOptional(v.picklist(['previous', 'canary'])),
});
export type PortalVisit = v.InferOutput<typeof portalVisitSchema>;

/**
 * The hashes of a page's texts in its language, unsigned in the HTML: base of a release → path in the release → integrity.
 * The server reads them from each release.json, whose integrity the signed composition states.
 */
export const textHashesSchema = v.record(v.string(), v.record(v.string(), integritySchema));
export type TextHashes = v.InferOutput<typeof textHashesSchema>;

const buckets = 10_000;

/**
 * Whether a visitor gets the canary of an area, or of the `host`. The result depends only on visitor and area, not on versions; a larger share
 * includes everybody of a smaller one.
 */
export function isInCanary(visitor: string, area: string, percent: number): boolean {
  return bucketOf(visitor, area) < (percent / 100) * buckets;
}

/** The visitor's position from 0 to 9999, evenly distributed and independent for each area. */
export function bucketOf(visitor: string, area: string): number {
  // FNV-1a with the finalizer of MurmurHash3, so that the last characters affect every bit.
  let hash = 0x811c9dc5;
  for (const character of `${area}:${visitor}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % buckets;
}
