import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { lockedVersion, packPackages } from '../packages/pack-packages.ts';
import { readPortalFacts, root } from '../workspace/workspace-packages.ts';
import { areaFiles } from './area-files.ts';

/**
 * Writes an area into a repository of its own: the files of every area with exact versions, the portal's facts, a release
 * pipeline, and the portal's packages as tarballs. Throws when a package does not compile.
 */
export async function writeSeparateArea(id: string, folder: string): Promise<void> {
  const tarballs = await packPackages(path.join(folder, 'packages'));
  for (const [name, content] of Object.entries(separateAreaFiles(id, tarballs))) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
}

/** The files of the repository, by their path, besides the tarballs in its folder `packages` (by package name). */
export function separateAreaFiles(id: string, tarballs: ReadonlyMap<string, string>): Record<string, string> {
  const packed = new Map([...tarballs].map(([name, file]) => [name, `file:packages/${path.basename(file)}`]));
  const versionOf = (name: string) => packed.get(name) ?? lockedVersion(name);
  const files = areaFiles({ id, order: 1000, languages: readPortalFacts().languages, versionOf });
  const manifest: object = JSON.parse(files['package.json'] ?? '{}');
  // The packages name one another by version; all of them come from the tarballs.
  const overrides = Object.fromEntries(packed);
  return {
    ...files,
    'package.json': `${JSON.stringify({ ...manifest, overrides }, null, 2)}\n`,
    'portal.json': readFileSync(path.join(root, 'portal.json'), 'utf8'),
    '.github/workflows/release.yml': pipeline(id),
    '.gitignore': 'node_modules/\ndist/\ndist-dev/\ncoverage/\n*.pem\n',
  };
}

/** The example pipeline with another area's id. Its first lines describe the example. */
function pipeline(id: string): string {
  const example = readFileSync(path.join(root, 'federation/cli/examples/release-separate-area.yml'), 'utf8');
  return example.replaceAll(/\bnews\b/g, id);
}
