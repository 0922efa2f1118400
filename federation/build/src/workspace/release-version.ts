import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sourceHash } from './source-hash.ts';

/** A release's version: the package's own, and the first eight hex digits of the hash of everything it is built from. */
export function releaseVersion(folder: string): string {
  const manifest: { version: string } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return `${manifest.version}-${sourceHash(folder).slice(0, 8)}`;
}

/**
 * The name of a build's globals. It carries the version: with one name for two builds, a page that falls back from one
 * to the other runs the first one's chunks inside the second one's runtime.
 */
export function uniqueName(id: string, version: string): string {
  return `${id}_${version}`.replace(/[^a-z0-9]+/g, '_');
}
