import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { lockedPackages } from './locked-packages.ts';
import { readPortalFacts, root } from './workspace-packages.ts';

/** A release's version: the package's own, and the first eight hex digits of the hash of its inputs. */
export function releaseVersion(folder: string): string {
  const manifest: { version: string } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return `${manifest.version}-${sourceHash(folder).slice(0, 8)}`;
}

/**
 * The name of a build's globals. It contains the version, because a page that falls back to another build with the same
 * name would run the first build's chunks in the second build's runtime.
 */
export function uniqueName(id: string, version: string): string {
  return `${id}_${version}`.replace(/[^a-z0-9]+/g, '_');
}

const skippedFolders = new Set(['node_modules', 'dist', 'dist-dev', 'var', 'coverage', 'testing']);
const skippedFiles = /\.(?:test|stories|fixtures)\.tsx?$|(?:^|\/)jest\.config\.mjs$/;

const { folders, shared } = readPortalFacts();

// Inputs of every build besides the package's own files.
const inputsOfAll = [
  folders.contract,
  'federation/contract',
  'federation/build/src/webpack',
  'federation/build/src/workspace',
  'portal.json',
  'package-lock.json',
];

/** SHA-256, in hex, of what a package's build reads. Another package and its dependencies do not change it. */
function sourceHash(folder: string): string {
  const own = path.relative(root, folder);
  const isHost = !existsSync(path.join(folder, 'area.json'));
  const provided = [folders.shared, 'federation/browser', `${folders.host}/locales`];
  const locked = readLockedPackages([own, 'federation/build']);
  const manifests = locked.folders.map((one) => path.posix.join(one, 'package.json'));
  const inputs = [
    own,
    ...(isHost || isPrerendered(folder) ? provided : bundledShared()),
    ...manifests,
    ...inputsOfAll,
  ];
  return hashOf(inputs, `${process.env['PORTAL_DEV'] ?? ''}${locked.text}`);
}

/**
 * The first eight hex digits of the SHA-256 of the shared packages and of the presets, which name their classes; zeros for
 * a package without prerendered screens. The HTML contains a screen only if the host was built with the same shared packages.
 */
export function sharedHash(folder: string): string {
  if (!isPrerendered(folder)) return '00000000';
  return hashOf([folders.shared, 'federation/build/src/webpack']).slice(0, 8);
}

function isPrerendered(folder: string): boolean {
  return existsSync(path.join(folder, 'src/prerendered.tsx'));
}

/** The sources of the shared package's exports that the host does not provide: every area bundles its own copy. */
function bundledShared(): string[] {
  const file = path.join(root, folders.shared, 'package.json');
  if (!existsSync(file)) return [];
  const manifest: { name: string; exports: Record<string, string> } = JSON.parse(readFileSync(file, 'utf8'));
  const provided = [...shared.eager, ...shared.late];
  return Object.entries(manifest.exports)
    .filter(
      ([name, target]) => /\.tsx?$/.test(target) && !provided.includes(path.posix.join(manifest.name, name)),
    )
    .map(([name, target]) => (name.split('/').length > 2 ? target : path.posix.dirname(target)))
    .filter((target) => !skippedFolders.has(path.posix.basename(target)))
    .map((target) => path.posix.join(folders.shared, target));
}

function readLockedPackages(packages: string[]): ReturnType<typeof lockedPackages> {
  const file = path.join(root, 'pnpm-lock.yaml');
  if (!existsSync(file)) return { folders: [], text: '' };
  return lockedPackages(readFileSync(file, 'utf8'), packages);
}

function hashOf(inputs: string[], more = ''): string {
  const hash = createHash('sha256');
  hash.update(more);
  for (const file of [...new Set(inputs.flatMap(filesOf))].sort()) {
    const content = readFileSync(path.join(root, file));
    hash.update(`${file}\0`).update(content).update('\0');
  }
  return hash.digest('hex');
}

function filesOf(input: string): string[] {
  const absolute = path.join(root, input);
  if (!existsSync(absolute)) return [];
  if (statSync(absolute).isFile()) return [input];
  return readdirSync(absolute, { withFileTypes: true, recursive: false }).flatMap((entry) => {
    // Version control, editors and operating systems write files that begin with a dot.
    if (skippedFolders.has(entry.name) || entry.name.startsWith('.')) return [];
    const child = path.posix.join(input, entry.name);
    if (entry.isDirectory()) return filesOf(child);
    return skippedFiles.test(child) ? [] : [child];
  });
}
