import { existsSync } from 'node:fs';
import path from 'node:path';
import { CompositionRefused } from '@portal/federation-contract/signed-composition';
import * as v from 'valibot';
import { defineCommand } from '../cli/command.ts';
import type { Context } from '../cli/context.ts';
import { readLive, trusted } from '../composition/composition-file.ts';
import { publishRelease } from '../releases/publish-release.ts';
import type { PublicationAuthority } from '../releases/published-manifest.ts';
import { unitSchema } from '../releases/release-name.ts';
import { sbomOf } from '../releases/sbom.ts';
import { refuseRetired } from '../signing/succession.ts';

const workspaceFiles = ['portal.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'];

export const publish = defineCommand({
  name: 'publish',
  summary: 'put a build into the store as an immutable release',
  arguments: '<area>',
  options: {
    '--from <folder>': 'folder of the build; by default the dist folder of the package',
    '--dry-run': 'check the build, and write nothing',
  },
  details:
    'Signed with --key: the composition key, or a team key that "keys trust" has added. Records the git commit (of a clean\ncheckout), the publisher and the SBOM. Publishing the same bytes again replaces\nfiles that are damaged in the store and a signature that is not trusted, and changes nothing else; the same version with\nother bytes is refused (exit 3). Visitors get a release only when it is deployed.',
  input: v.object({ area: unitSchema, from: v.optional(v.string()), dryRun: v.optional(v.boolean(), false) }),
  async run({ area, from, dryRun: isDryRun }, context) {
    const { folders } = context.facts;
    const packageName = area === 'host' ? folders.host : `remote-${area}`;
    const sources = [packageName, folders.shared, 'federation', ...workspaceFiles];
    const folder = path.resolve(from ?? path.join(context.root, packageName, 'dist'));
    context.progress(`publishing ${folder} to ${context.store.place}`);
    const published = await publishRelease(context.store, {
      unit: area,
      folder,
      by: context.who,
      isDryRun,
      key: await context.key(),
      authority: await authorityOf(context),
      // The sources of a build from another folder are unknown.
      commit: from === undefined ? context.cleanCommit(sources) : null,
      sbomOf: from === undefined ? sbomOfPackage(packageName, context) : null,
      onFile: (done, all) => {
        if (done % 50 === 0 || done === all) context.progress(`${done} of ${all} files`);
      },
    });
    const { name, isNew, repaired, files, size } = published;
    const release = `${name.unit}@${name.version}`;
    const weight = `${files} files, ${(size / 1024).toFixed(0)} KiB`;
    const verb = isDryRun ? 'Would publish' : 'Published';
    const text = isNew
      ? `${verb} ${release} (${weight}).`
      : `${release} is already published with the same bytes${repaired > 0 ? `; ${repaired} damaged or missing files have been replaced` : ''}.`;
    return { data: { release, ...published, isDryRun }, text };
  },
});

/**
 * The live composition and the keys that it trusts; undefined before anything is live, without the composition's public key,
 * and while composition.json is damaged: a release can be published nevertheless. Throws CompositionRefused if the key is retired.
 */
async function authorityOf(context: Context): Promise<PublicationAuthority | undefined> {
  const { store, environment } = context;
  for (const key of [await context.publicKey(), environment['COMPOSITION_PUBLIC_KEY']]) {
    if (key === undefined) continue;
    const live = await readLive(store, key).catch(async (error: unknown) => {
      if (!(error instanceof CompositionRefused)) throw error;
      await refuseRetired(store, key);
    });
    if (live !== undefined) return { store: trusted(store, live, key), live };
  }
  return undefined;
}

function sbomOfPackage(packageName: string, { root }: Context): ((version: string) => object) | null {
  const folder = path.join(root, packageName);
  if (!existsSync(path.join(folder, 'package.json'))) return null;
  return (version) => sbomOf({ folder, version, lockFile: path.join(root, 'pnpm-lock.yaml') });
}
