import * as v from 'valibot';
import { versionSchema } from './composition.ts';
import { detailPattern } from './incident-detail.ts';

export const releaseSources = ['active', 'previous', 'canary', 'override'] as const;
/** Why a page uses this release of an area. */
export type ReleaseSource = (typeof releaseSources)[number];

/** The step of loading and showing a release that failed, in their order. */
export const failureStages = [
  'refused',
  'entry',
  'start',
  'chunk',
  'style',
  'texts',
  'render',
  'altered',
] as const;
export type FailureStage = (typeof failureStages)[number];

/** The reference that a customer sees for a failure and support looks up. */
export const referenceSchema = v.pipe(v.string(), v.regex(/^[A-Z0-9]{8}$/));

const compositionNumberSchema = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2_147_483_647));

/**
 * What a page observes of a running release: an unhandled error or rejection, a task of 200 ms or more, growth of the
 * memory by 50 MB or more, a violation of the content security policy.
 */
export const incidentKinds = ['error', 'rejection', 'long-task', 'memory', 'policy'] as const;
export type IncidentKind = (typeof incidentKinds)[number];

/**
 * How the release of an incident is known: the browser names a file of it (`code`), or its page was on the screen
 * (`screen`). Of unknown origin is what no file of a release caused; it is reported for the host.
 */
export const attributions = ['code', 'screen', 'unknown'] as const;

const incidentSchema = v.strictObject({
  result: v.literal('incident'),
  kind: v.picklist(incidentKinds),
  attribution: v.picklist(attributions),
  /** Error and first line of its message, or the directive and what it refused; see `incidentDetail`. */
  detail: v.pipe(v.string(), v.regex(detailPattern)),
  /** Milliseconds of a long task, megabytes of growth. */
  amount: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000))),
});
export type Incident = Omit<v.InferOutput<typeof incidentSchema>, 'result'>;

/** Core Web Vitals and the time to the first byte, as the library `web-vitals` measures them. */
export const webVitals = ['LCP', 'INP', 'CLS', 'TTFB'] as const;
export type WebVital = (typeof webVitals)[number];

const vitalSchema = v.strictObject({
  result: v.literal('vital'),
  vital: v.picklist(webVitals),
  /** Milliseconds; a score for CLS. */
  value: v.pipe(v.number(), v.minValue(0), v.maxValue(3_600_000)),
});

/** A page's report about an area's release: it was loaded, what failed, an incident, or a web vital. It contains no customer data. */
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
    incidentSchema,
    vitalSchema,
  ]),
});
export type ReleaseReport = v.InferOutput<typeof releaseReportSchema>;

/** Body of `POST /portal/reports`. */
export const releaseReportsSchema = v.strictObject({
  /** The page's token, from its HTML. Reports without a valid one are ignored. */
  token: v.optional(v.pipe(v.string(), v.maxLength(4096)), ''),
  // The number first: otherwise thousands of wrong reports would each be examined and described.
  reports: v.pipe(v.array(v.unknown()), v.minLength(1), v.maxLength(20), v.array(releaseReportSchema)),
});

const countSchema = v.pipe(v.number(), v.integer());

/**
 * What became of the pages of an area that were served with a release while the area had a canary. Each page has one
 * result; a failed one counts as failed even if the page recovered.
 */
const servedPagesSchema = v.strictObject({
  loaded: countSchema,
  failed: countSchema,
  /** No report within the limit. */
  silent: countSchema,
  /** No report yet. */
  waiting: countSchema,
  /** Three of four loaded pages showed the area within this time, in milliseconds, by the server's clock. */
  load_ms: v.nullable(countSchema),
});

/** One item of `GET /ops/release-health`: the counts of a version since a time. */
export const releaseHealthSchema = v.strictObject({
  area: v.string(),
  version: v.string(),
  source: v.picklist(releaseSources),
  /** Reports of all pages with a valid token. */
  loaded: countSchema,
  failed: countSchema,
  pages: servedPagesSchema,
});
/** Response of `GET /ops/release-health?since=<timestamp>&silence=<seconds>`. */
export const releaseHealthAnswerSchema = v.strictObject({ items: v.array(releaseHealthSchema) });
export type ReleaseHealth = v.InferOutput<typeof releaseHealthSchema>;

/** Response of `GET /ops/incidents?since=<timestamp>`: the latest 1000, available for 30 days. */
export const incidentsAnswerSchema = v.strictObject({
  items: v.array(
    v.strictObject({
      area: v.string(),
      version: v.string(),
      ...v.omit(incidentSchema, ['result']).entries,
      /** The largest one. */
      amount: v.nullable(countSchema),
      /** Each page counts each kind and attribution of a release once. */
      pages: countSchema,
      first: v.pipe(v.string(), v.isoTimestamp()),
      last: v.pipe(v.string(), v.isoTimestamp()),
    }),
  ),
});
export type ReleaseIncident = v.InferOutput<typeof incidentsAnswerSchema>['items'][number];

/** Response of `GET /ops/failures/<reference>`, available for 30 days. */
export const releaseFailureSchema = v.strictObject({
  area: v.string(),
  version: v.string(),
  source: v.picklist(releaseSources),
  stage: v.picklist(failureStages),
  /** Number of the page's composition. */
  composition: compositionNumberSchema,
  at: v.pipe(v.string(), v.isoTimestamp()),
});
export type ReleaseFailure = v.InferOutput<typeof releaseFailureSchema>;
