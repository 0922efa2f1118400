import * as v from 'valibot';

const areaStateSchema = v.strictObject({
  active: v.string(),
  previous: v.nullable(v.string()),
  canary: v.nullable(v.strictObject({ version: v.string(), percent: v.number() })),
});
/** What is live of one area, by versions. The host has neither a previous release nor a canary. */
export type AreaState = v.InferOutput<typeof areaStateSchema>;

/** Area id or `host` → what is live; null: not there. Only what a change touches. */
const statesSchema = v.record(v.string(), v.nullable(areaStateSchema));
export type States = v.InferOutput<typeof statesSchema>;

/** The audit record of one composition, signed as the composition is and written in the same file. */
export const changeSchema = v.strictObject({
  number: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** What was asked, as it was typed after `portal`. */
  command: v.string(),
  who: v.string(),
  when: v.pipe(v.string(), v.isoTimestamp()),
  why: v.string(),
  before: statesSchema,
  after: statesSchema,
  /** SHA-256 of the payload that this change made live, in hex. */
  payload_sha256: v.string(),
  /** SHA-256 of the file of the composition before, in hex; null at the beginning. */
  previous_sha256: v.nullable(v.string()),
  /** SPKI, base64, of the key that signed everything before this change: keys have been changed here. */
  retired_key: v.optional(v.string()),
});
export type Change = v.InferOutput<typeof changeSchema>;
