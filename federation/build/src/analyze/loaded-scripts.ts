import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Area, areaSchema } from '@portal/federation-contract/area';
import { findPage } from '@portal/federation-contract/release-lookup';
import * as v from 'valibot';
import { releaseVersion } from '../workspace/release-version.ts';
import { packagesWith, readPortalFacts, root } from '../workspace/workspace-packages.ts';

interface Release {
  version: string;
  files: Record<string, unknown>;
  scripts?: string[];
  frame?: string[];
  entry?: string;
  pages?: Record<string, string[]>;
}

/**
 * Absolute paths of the scripts of a package (`host`, `voicing`), or of those that the HTML of an address starts with
 * (`/voicing/cdr`): the host's, the frame of pages of the account, and the area's entry and page. What a page loads later, such as
 * an open menu, is in neither. Their source maps stand beside them. Throws for what is unknown.
 */
export function loadedScripts(target: string): string[] {
  const { host } = readPortalFacts().folders;
  if (target === host) return allScripts(host);
  const areas = readAreas();
  if (!target.startsWith('/')) {
    const found = areas.find(({ area }) => area.id === target);
    if (found === undefined) throw new Error(`unknown: ${target}. There are ${analyzedPackages().join()}`);
    return allScripts(found.folder);
  }
  const shell = releaseOf(host);
  const own = areas.find(({ area }) => findPage(area, target) !== undefined);
  const isOpen = own?.area.access === 'anonymous';
  const files = [...(shell.scripts ?? []), ...(isOpen ? [] : (shell.frame ?? []))];
  if (own === undefined) return paths(host, files);
  const { entry = '', pages = {} } = releaseOf(own.folder);
  const page = findPage(own.area, target)?.id ?? '';
  return [...paths(host, files), ...paths(own.folder, [entry, ...(pages[page] ?? [])])];
}

/** The packages that can be analyzed: the host and the areas by id. */
export function analyzedPackages(): string[] {
  return [readPortalFacts().folders.host, ...readAreas().map(({ area }) => area.id)];
}

function readAreas(): { folder: string; area: Area }[] {
  return packagesWith('area.json').map((folder) => ({ folder, area: readArea(folder) }));
}

function readArea(folder: string): Area {
  return v.parse(areaSchema, JSON.parse(readFileSync(path.join(root, folder, 'area.json'), 'utf8')));
}

function allScripts(folder: string): string[] {
  return paths(folder, Object.keys(releaseOf(folder).files));
}

function paths(folder: string, files: readonly string[]): string[] {
  return files.filter((file) => file.endsWith('.js')).map((file) => path.join(outputOf(folder), file));
}

function outputOf(folder: string): string {
  return path.join(root, 'var', 'analyze', path.basename(folder));
}

/** The release of a package as it is built with source maps, which happens when its sources have changed. */
function releaseOf(folder: string): Release {
  const output = outputOf(folder);
  const file = path.join(output, 'release.json');
  const read = (): Release => JSON.parse(readFileSync(file, 'utf8'));
  if (existsSync(file) && read().version === releaseVersion(path.join(root, folder))) return read();
  const build = fileURLToPath(new URL(`./build-with-maps${path.extname(import.meta.url)}`, import.meta.url));
  execFileSync(process.execPath, [build, path.join(root, folder), output], { stdio: 'inherit', cwd: root });
  return read();
}
