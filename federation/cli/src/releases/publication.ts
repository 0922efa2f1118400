import * as v from 'valibot';

/** publication.json: what is known of a release beside what its build says. */
export const publicationSchema = v.strictObject({
  published: v.pipe(v.string(), v.isoTimestamp()),
  by: v.string(),
  /** Null when what was built was no clean checkout of a commit. */
  commit: v.nullable(v.pipe(v.string(), v.regex(/^[0-9a-f]{40}$/))),
  /** Name of the CycloneDX document beside it. */
  sbom: v.nullable(v.string()),
});
export type Publication = v.InferOutput<typeof publicationSchema>;
