import * as v from 'valibot';

/**
 * What the server says of this visit in the HTML, beside the signed composition: it chooses among releases that the
 * composition names, and can bring in none.
 */
export const portalVisitSchema = v.strictObject({
  /** Ids of the areas whose canary this visitor gets. */
  canary: v.array(v.string()),
  /** Safe mode: ids of the areas that are left out of this page. */
  without: v.array(v.string()),
});
export type PortalVisit = v.InferOutput<typeof portalVisitSchema>;

const buckets = 10_000;

/**
 * Whether a visitor belongs to an area's canary. Sticky: it depends on the visitor and the area alone, never on
 * versions. Monotonic: a greater share keeps everybody who was in the smaller one.
 */
export function isInCanary(visitor: string, area: string, percent: number): boolean {
  return bucketOf(visitor, area) < (percent / 100) * buckets;
}

/** The visitor's place from 0 to 9999, evenly spread, and for each area another. */
export function bucketOf(visitor: string, area: string): number {
  // FNV-1a and the finalizer of MurmurHash3: the last characters must reach every bit.
  let hash = 0x811c9dc5;
  for (const character of `${area}:${visitor}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % buckets;
}
