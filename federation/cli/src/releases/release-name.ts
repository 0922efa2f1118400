import { versionSchema } from '@portal/federation-contract/composition';
import * as v from 'valibot';

/** Id of an area, or `host`. */
export const unitSchema = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9-]{0,39}$/, 'expected the id of an area, such as voicing, or host'),
);

export interface ReleaseName {
  /** Id of the area, or `host`. */
  unit: string;
  /** `latest` for the version that was published last. */
  version: string;
}

/** `voicing@0.1.0-ab12cd34`, `voicing@latest`, `host@…`. */
export const releaseNameSchema = v.pipe(
  v.string(),
  v.includes('@', 'expected <area>@<version>, such as voicing@latest'),
  v.transform((text) => text.split('@')),
  v.strictTuple(
    [unitSchema, v.union([v.literal('latest'), versionSchema])],
    'expected <area>@<version>, such as voicing@latest',
  ),
  v.transform(([unit, version]): ReleaseName => ({ unit, version })),
);

/** Names of releases, at most one of each area and of the host. */
export const releaseNamesSchema = v.pipe(
  v.array(releaseNameSchema),
  v.check(
    (names) => new Set(names.map(({ unit }) => unit)).size === names.length,
    'expected one version of each area',
  ),
);

/** The folder of a release in the store: `remotes/voicing/0.1.0-ab12cd34/`. */
export function releaseFolder({ unit, version }: ReleaseName): string {
  return `${unitFolder(unit)}${version}/`;
}

/** The folder of all releases of an area, or of the host: `remotes/voicing/`. */
export function unitFolder(unit: string): string {
  return unit === 'host' ? 'host/' : `remotes/${unit}/`;
}
