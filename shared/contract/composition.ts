import * as v from 'valibot';
import { areaSchema } from './area.ts';

const versionSchema = v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/));
/** A file's path inside its release; no leading slash, no way up. */
const filePathSchema = v.pipe(v.string(), v.regex(/^(?!.*\.\.)[A-Za-z0-9_@-][A-Za-z0-9_@.~/-]*$/));
/** Subresource integrity: SHA-384, base64. */
const integritySchema = v.pipe(v.string(), v.regex(/^sha384-[A-Za-z0-9+/]{64}$/));

/** Digest of the shared packages' sources that a release was built with. */
const sharedSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{8}$/));

const fileSchema = v.strictObject({
  size: v.pipe(v.number(), v.integer(), v.minValue(0)),
  integrity: integritySchema,
});

/**
 * One immutable release of an area: its data face and its files. `entry` is the Module Federation container;
 * `pages` names, for each page id, the scripts and style sheets its first view needs beside the entry.
 */
export const releaseSchema = v.strictObject({
  area: areaSchema,
  version: versionSchema,
  shared: sharedSchema,
  /** Absolute URL or absolute path of the release's folder, with a trailing slash. */
  base: v.pipe(v.string(), v.regex(/^(?:\/|https?:\/\/).*\/$/)),
  entry: filePathSchema,
  /** Name of the global that the entry defines, and of its chunk list; unique for each build. */
  unique_name: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]*$/)),
  pages: v.record(v.string(), v.array(filePathSchema)),
  files: v.record(filePathSchema, fileSchema),
});
export type Release = v.InferOutput<typeof releaseSchema>;

/** The host's own release: the scripts and sheets its HTML names, in order. */
export const hostReleaseSchema = v.strictObject({
  version: versionSchema,
  shared: sharedSchema,
  base: v.pipe(v.string(), v.regex(/^(?:\/|https?:\/\/).*\/$/)),
  scripts: v.array(filePathSchema),
  styles: v.array(filePathSchema),
  /** What the pages of the account need beside these: the frame around them, which no authorization screen shows. */
  frame: v.array(filePathSchema),
  files: v.record(filePathSchema, fileSchema),
});
export type HostRelease = v.InferOutput<typeof hostReleaseSchema>;

/**
 * The set of versions that is live: which release of the host and of each area the portal consists of.
 * Served as `GET /composition.json` and inlined into the HTML.
 */
export const compositionSchema = v.strictObject({
  /** Grows by one with every change. */
  number: v.pipe(v.number(), v.integer(), v.minValue(1)),
  created: v.pipe(v.string(), v.isoTimestamp()),
  host: hostReleaseSchema,
  areas: v.array(releaseSchema),
});
export type Composition = v.InferOutput<typeof compositionSchema>;
