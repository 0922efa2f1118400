import * as v from 'valibot';
import { versionSchema } from './composition.ts';

export const releaseSources = ['active', 'previous', 'canary', 'override'] as const;
/** Where a page has an area's release from. */
export type ReleaseSource = (typeof releaseSources)[number];

/** What went wrong with a release on a page, in the order in which it can. */
export const failureStages = ['refused', 'entry', 'start', 'chunk', 'style', 'texts', 'render'] as const;
export type FailureStage = (typeof failureStages)[number];

/** What a customer is shown of a failure, and what leads to it. */
export const referenceSchema = v.pipe(v.string(), v.regex(/^[A-Z0-9]{8}$/));

const compositionNumberSchema = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2_147_483_647));

/**
 * What a page reports about an area's release: that its code runs, or what failed. `reference` is the reference that the
 * customer was shown. It contains no customer data.
 */
export const releaseReportSchema = v.strictObject({
  area: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,39}$/)),
  version: versionSchema,
  source: v.picklist(releaseSources),
  composition: compositionNumberSchema,
  outcome: v.variant('result', [
    v.strictObject({ result: v.literal('loaded') }),
    v.strictObject({
      result: v.literal('failed'),
      stage: v.picklist(failureStages),
      reference: v.nullable(referenceSchema),
    }),
  ]),
});
export type ReleaseReport = v.InferOutput<typeof releaseReportSchema>;

/** Body of `POST /portal/reports`. */
export const releaseReportsSchema = v.strictObject({
  reports: v.pipe(v.array(releaseReportSchema), v.minLength(1), v.maxLength(20)),
});

/** One line of `GET /ops/release-health`: the counts of a version since a moment. */
export const releaseHealthSchema = v.strictObject({
  area: v.string(),
  version: v.string(),
  source: v.picklist(releaseSources),
  loaded: v.pipe(v.number(), v.integer()),
  failed: v.pipe(v.number(), v.integer()),
});
/** Answer of `GET /ops/release-health?since=<timestamp>`. */
export const releaseHealthAnswerSchema = v.strictObject({ items: v.array(releaseHealthSchema) });
export type ReleaseHealth = v.InferOutput<typeof releaseHealthSchema>;

/** Answer of `GET /ops/failures/<reference>`: what stands behind a reference, for 30 days. */
export const releaseFailureSchema = v.strictObject({
  area: v.string(),
  version: v.string(),
  source: v.picklist(releaseSources),
  stage: v.picklist(failureStages),
  /** Number of the composition that the page ran on. */
  composition: compositionNumberSchema,
  at: v.pipe(v.string(), v.isoTimestamp()),
});
export type ReleaseFailure = v.InferOutput<typeof releaseFailureSchema>;
