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
