import * as v from 'valibot';
import { areaSchema } from './area.ts';

export const versionSchema = v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/));
/** A file's path inside its release, without a leading slash or `..`. */
const filePathSchema = v.pipe(v.string(), v.regex(/^(?!.*\.\.)[A-Za-z0-9_@-][A-Za-z0-9_@.~/-]*$/));
/** Subresource integrity: SHA-384, base64. */
export const integritySchema = v.pipe(v.string(), v.regex(/^sha384-[A-Za-z0-9+/]{64}$/));
/** Hash of the shared packages that a release was built with. */
const sharedSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{8}$/));
/** Absolute URL or absolute path of a release's folder, with a trailing slash. */
const baseSchema = v.pipe(v.string(), v.regex(/^(?:\/(?!\/)|https?:\/\/).*\/$/));

const fileSchema = v.strictObject({
  size: v.pipe(v.number(), v.integer(), v.minValue(0)),
  integrity: integritySchema,
});
const filesSchema = v.record(filePathSchema, fileSchema);
export type ReleasedFiles = v.InferOutput<typeof filesSchema>;

/** Git commit of a release; null when it was not published from a clean checkout. */
const commitSchema = v.nullable(v.pipe(v.string(), v.regex(/^[0-9a-f]{40}$/)));

/** Name of a shared package → a semver range (`needs`) or a version (`provides`). */
const shareScopeSchema = v.record(v.string(), v.string());
/** Request of a shared module → names of exports; `*` for a module whose exports are unknown. Absent in older releases. */
const sharedExportsSchema = v.optional(v.record(v.string(), v.array(v.string())));

/** The members that release.json has for areas and for the host. */
const describedSchema = {
  version: versionSchema,
  shared: sharedSchema,
  /** Every file of the release except release.json. */
  files: filesSchema,
};

/** release.json of an area: `entry` is the Module Federation container. */
export const areaReleaseSchema = v.strictObject({
  ...describedSchema,
  area: areaSchema,
  entry: filePathSchema,
  /** Name of the entry's global and of its chunk list; unique for each build. */
  unique_name: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9_]*$/)),
  /** Scripts and style sheets of each page's first view, without the entry. */
  pages: v.record(v.string(), v.array(filePathSchema)),
  /** What the area requires from the host's share scope. Every area needs React at least. */
  needs: v.pipe(
    shareScopeSchema,
    v.check((needs) => Object.keys(needs).length > 0, 'needs nothing of the host; build the area again'),
  ),
  /** The exports of the shared modules that the area's code uses. */
  uses: sharedExportsSchema,
});
export type AreaRelease = v.InferOutput<typeof areaReleaseSchema>;

/** release.json of the host, with the scripts and style sheets of its HTML in order. */
export const hostReleaseSchema = v.strictObject({
  ...describedSchema,
  scripts: v.array(filePathSchema),
  styles: v.array(filePathSchema),
  /** Files of the frame around the account's pages, which authorization screens do not load. */
  frame: v.array(filePathSchema),
  /** What the share scope contains. */
  provides: shareScopeSchema,
  /** The exports of the shared modules. */
  exports: sharedExportsSchema,
  /** Supported versions of the area contract. */
  contracts: v.array(v.pipe(v.number(), v.integer())),
  /** Optional members of the composition that the host accepts. */
  reads: v.optional(v.array(v.string()), []),
});
export type HostRelease = v.InferOutput<typeof hostReleaseSchema>;

const placedSchema = {
  commit: commitSchema,
  base: baseSchema,
  /** Integrity of release.json, which lists all files; null on a development server. */
  manifest: v.nullable(integritySchema),
};

// Every page contains the composition, so `files` lists only scripts and style sheets.
const { area: _area, needs: _needs, uses: _uses, ...areaCode } = areaReleaseSchema.entries;
const {
  provides: _provides,
  exports: _exports,
  contracts: _contracts,
  reads: _reads,
  ...hostCode
} = hostReleaseSchema.entries;

/** Only the code of a development server, which has no manifest, may run without a hash. */
function hasHashes(
  { manifest, files }: { manifest: string | null; files: ReleasedFiles },
  names: readonly string[],
): boolean {
  return manifest === null
    ? Object.keys(files).length === 0
    : names.every((name) => Object.hasOwn(files, name));
}
const unhashed = 'a file that is to run has no integrity';

/** A release of an area at its address, with everything that a page needs to run it. */
export const liveReleaseSchema = v.pipe(
  v.strictObject({ ...areaCode, ...placedSchema }),
  v.check((release) => hasHashes(release, [release.entry, ...Object.values(release.pages).flat()]), unhashed),
);
export type LiveRelease = v.InferOutput<typeof liveReleaseSchema>;

/** The host's release at its address. */
export const liveHostSchema = v.pipe(
  v.strictObject({ ...hostCode, ...placedSchema }),
  v.check((host) => hasHashes(host, [...host.scripts, ...host.styles, ...host.frame]), unhashed),
);
export type LiveHost = v.InferOutput<typeof liveHostSchema>;

/** Share of visitors, in percent. */
const percentSchema = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99));

const canarySchema = v.strictObject({
  /** area.json of the candidate. */
  area: areaSchema,
  release: liveReleaseSchema,
  percent: percentSchema,
});

const liveAreaSchema = v.strictObject({
  area: areaSchema,
  active: liveReleaseSchema,
  /** The former active release, which pages use when the active one cannot be loaded. */
  previous: v.nullable(liveReleaseSchema),
  canary: v.nullable(canarySchema),
});
export type LiveArea = v.InferOutput<typeof liveAreaSchema>;

const withdrawnSchema = v.strictObject({
  /** Ids of areas whose pages show a notice instead. */
  areas: v.array(v.string()),
  /** Area id or `host` → versions that no page may run. */
  versions: v.record(v.string(), v.array(versionSchema)),
  /** Area id, or `<area or host>@<version>` → why, for the about page. */
  reasons: v.exactOptional(v.record(v.string(), v.string())),
});
export type Withdrawn = v.InferOutput<typeof withdrawnSchema>;

/** The optional members below, for `reads` of the hosts that are built with them. */
export const compositionMembers: readonly string[] = ['withdrawn', 'withdrawn.reasons', 'canary_host'];

/** The live set of releases. It is sent signed (`signed-composition.ts`), as `GET /composition.json` and in the HTML. */
export const compositionSchema = v.pipe(
  v.strictObject({
    format: v.literal(1),
    /** Increases with every change, including rollbacks. */
    number: v.pipe(v.number(), v.integer(), v.minValue(1)),
    created: v.pipe(v.string(), v.isoTimestamp()),
    host: liveHostSchema,
    /** The former host, which pages use when a file of the host cannot be loaded. */
    previous_host: v.exactOptional(liveHostSchema),
    /** The host of a share of the visitors. Absent without a canary: older hosts refuse members that they do not know. */
    canary_host: v.exactOptional(v.strictObject({ release: liveHostSchema, percent: percentSchema })),
    areas: v.array(liveAreaSchema),
    /** Absent when nothing is withdrawn: older hosts refuse members that they do not know. */
    withdrawn: v.optional(withdrawnSchema),
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
