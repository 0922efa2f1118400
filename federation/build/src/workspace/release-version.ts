import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
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

const { folders } = readPortalFacts();

// Inputs of every build besides the package's own files.
const inputsOfAll = [
  folders.contract,
  'federation/contract',
  'federation/build/src/webpack',
  'federation/build/src/workspace',
  'pnpm-lock.yaml',
  'portal.json',
  'package-lock.json',
];

/** SHA-256, in hex, of every file that a package's build reads. */
function sourceHash(folder: string): string {
  const own = path.relative(root, folder);
  const isPrerendered = existsSync(path.join(folder, 'src/prerendered.tsx'));
  const provided = isPrerendered ? [folders.shared, 'federation/browser', `${folders.host}/locales`] : [];
  return hashOf([own, ...provided, ...inputsOfAll], process.env['PORTAL_DEV']);
}

/**
 * The first eight hex digits of the SHA-256 of the shared packages and of the presets, which name their classes. The HTML
 * contains a prerendered screen only if the host was built with the same shared packages.
 */
export function sharedHash(): string {
  return hashOf([folders.shared, 'federation/build/src/webpack']).slice(0, 8);
}

function hashOf(inputs: string[], mode = ''): string {
  const hash = createHash('sha256');
  hash.update(mode);
  for (const file of [...new Set(inputs.flatMap(filesOf))].sort()) {
    const content = readFileSync(path.join(root, file));
    hash.update(`${file}\0`).update(content).update('\0');
  }
  return hash.digest('hex');
}

function filesOf(input: string): string[] {
  const absolute = path.join(root, input);
  if (!existsSync(absolute)) return [];
  if (/\.(?:json|yaml)$/.test(input)) return [input];
  return readdirSync(absolute, { withFileTypes: true, recursive: false }).flatMap((entry) => {
    if (skippedFolders.has(entry.name)) return [];
    const child = path.posix.join(input, entry.name);
    if (entry.isDirectory()) return filesOf(child);
    return skippedFiles.test(child) ? [] : [child];
  });
}
