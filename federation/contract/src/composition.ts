import * as v from 'valibot';
import { areaSchema } from './area.ts';

export const versionSchema = v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/));
/** A file's path inside its release; no leading slash, no way up. */
const filePathSchema = v.pipe(v.string(), v.regex(/^(?!.*\.\.)[A-Za-z0-9_@-][A-Za-z0-9_@.~/-]*$/));
/** Subresource integrity: SHA-384, base64. */
export const integritySchema = v.pipe(v.string(), v.regex(/^sha384-[A-Za-z0-9+/]{64}$/));
/** Digest of the shared packages' sources that a release was built with. */
const sharedSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{8}$/));
/** Absolute URL or absolute path of a release's folder, with a trailing slash. */
const baseSchema = v.pipe(v.string(), v.regex(/^(?:\/(?!\/)|https?:\/\/).*\/$/));

const fileSchema = v.strictObject({
  size: v.pipe(v.number(), v.integer(), v.minValue(0)),
  integrity: integritySchema,
});
const filesSchema = v.record(filePathSchema, fileSchema);
export type ReleasedFiles = v.InferOutput<typeof filesSchema>;

/** Git commit that a release was published from; null when that was no clean checkout of one. */
const commitSchema = v.nullable(v.pipe(v.string(), v.regex(/^[0-9a-f]{40}$/)));

/** A package's name → a semver range (`needs`) or a version (`provides`) of the share scope. */
const shareScopeSchema = v.record(v.string(), v.string());

/** What stands in a build's release.json whatever is built: the whole of what a release says of itself. */
const describedSchema = {
  version: versionSchema,
  shared: sharedSchema,
  /** Every file of the release but release.json itself. */
  files: filesSchema,
};

/** release.json of an area: `entry` is the Module Federation container. */
export const areaReleaseSchema = v.strictObject({
  ...describedSchema,
  area: areaSchema,
  entry: filePathSchema,
  /** Name of the global that the entry defines, and of its chunk list; unique for each build. */
  unique_name: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]*$/)),
  /** Scripts and style sheets of each page's first view, beside the entry. */
  pages: v.record(v.string(), v.array(filePathSchema)),
  /** What the host's share scope has to provide. */
  needs: shareScopeSchema,
});
export type AreaRelease = v.InferOutput<typeof areaReleaseSchema>;

/** release.json of the host: the scripts and sheets its HTML names, in order. */
export const hostReleaseSchema = v.strictObject({
  ...describedSchema,
  scripts: v.array(filePathSchema),
  styles: v.array(filePathSchema),
  /** What the pages of the account need beside these: the frame around them, which no authorization screen shows. */
  frame: v.array(filePathSchema),
  /** What the share scope holds. */
  provides: shareScopeSchema,
  /** The versions of the area contract that this host understands. */
  contracts: v.array(v.pipe(v.number(), v.integer())),
});
export type HostRelease = v.InferOutput<typeof hostReleaseSchema>;

const placedSchema = {
  commit: commitSchema,
  base: baseSchema,
  /** Integrity of release.json, which names the rest: texts, drawn screens, images. Null on a development server. */
  manifest: v.nullable(integritySchema),
};

/** Scripts and sheets only: they travel in every page. */
const { area: _area, needs: _needs, ...areaCode } = areaReleaseSchema.entries;
const { provides: _provides, contracts: _contracts, ...hostCode } = hostReleaseSchema.entries;

interface Code {
  manifest: string | null;
  files: ReleasedFiles;
}

/** Code without a hash runs nowhere but from a development server, and that has no manifest either. */
function hasHashes({ manifest, files }: Code, names: readonly string[]): boolean {
  return manifest === null
    ? Object.keys(files).length === 0
    : names.every((name) => Object.hasOwn(files, name));
}
const unhashed = 'a file that is to run has no integrity';

/** A release of an area where it stands: everything a page needs to run its code. */
export const liveReleaseSchema = v.pipe(
  v.strictObject({ ...areaCode, ...placedSchema }),
  v.check((release) => hasHashes(release, [release.entry, ...Object.values(release.pages).flat()]), unhashed),
);
export type LiveRelease = v.InferOutput<typeof liveReleaseSchema>;

/** The host's release where it stands. */
export const liveHostSchema = v.pipe(
  v.strictObject({ ...hostCode, ...placedSchema }),
  v.check((host) => hasHashes(host, [...host.scripts, ...host.styles, ...host.frame]), unhashed),
);
export type LiveHost = v.InferOutput<typeof liveHostSchema>;

const canarySchema = v.strictObject({
  /** The candidate's own data face. */
  area: areaSchema,
  release: liveReleaseSchema,
  /** Share of visitors, in percent. */
  percent: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99)),
});

const liveAreaSchema = v.strictObject({
  area: areaSchema,
  active: liveReleaseSchema,
  /** The release before, known to have worked: what a page turns to when the active one cannot be loaded. */
  previous: v.nullable(liveReleaseSchema),
  canary: v.nullable(canarySchema),
});
export type LiveArea = v.InferOutput<typeof liveAreaSchema>;

/**
 * The set of versions that is live: which release of the host and of each area the portal consists of. It travels
 * signed (`signed-composition.ts`), as `GET /composition.json` and in the HTML.
 */
export const compositionSchema = v.pipe(
  v.strictObject({
    format: v.literal(1),
    /** Grows with every change, a roll-back included. */
    number: v.pipe(v.number(), v.integer(), v.minValue(1)),
    created: v.pipe(v.string(), v.isoTimestamp()),
    host: liveHostSchema,
    areas: v.array(liveAreaSchema),
  }),
  v.check(
    ({ areas }) => new Set(areas.map(({ area }) => area.id)).size === areas.length,
    'an area stands in the composition twice',
  ),
  v.check(
    ({ areas }) => areas.every(({ area, canary }) => canary === null || canary.area.id === area.id),
    'a canary is of another area',
  ),
);
export type Composition = v.InferOutput<typeof compositionSchema>;
