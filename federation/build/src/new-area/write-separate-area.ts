import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readPortalFacts, root } from '../workspace/workspace-packages.ts';
import { areaFiles } from './area-files.ts';

interface SeparateArea {
  id: string;
  /** Absolute folder of the area's own repository. */
  folder: string;
  /** Tarballs of the portal's packages by name, as `packPackages` returns them. */
  packages: ReadonlyMap<string, string>;
}

/** Writes an area into a repository of its own, with exact versions and the portal's facts. */
export function writeSeparateArea({ id, folder, packages }: SeparateArea): void {
  const catalog = readFileSync(path.join(root, 'pnpm-workspace.yaml'), 'utf8');
  const locked = (name: string) =>
    new RegExp(`^  '?${name.replaceAll('.', '\\.')}'?: (.+)$`, 'm').exec(catalog)?.[1] ?? '*';
  const versionOf = (name: string) => {
    const tarball = packages.get(name);
    return tarball === undefined ? locked(name) : `file:${tarball}`;
  };
  const files = areaFiles({ id, order: 1000, languages: readPortalFacts().languages, versionOf });
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  cpSync(path.join(root, 'portal.json'), path.join(folder, 'portal.json'));
  const manifestFile = path.join(folder, 'package.json');
  const manifest: object = JSON.parse(readFileSync(manifestFile, 'utf8'));
  // The packages name one another by version; all of them come from the tarballs.
  const overrides = Object.fromEntries([...packages].map(([name, tarball]) => [name, `file:${tarball}`]));
  writeFileSync(manifestFile, `${JSON.stringify({ ...manifest, overrides }, null, 2)}\n`);
}
