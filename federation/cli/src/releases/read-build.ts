import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type AreaRelease,
  areaReleaseSchema,
  type HostRelease,
  hostReleaseSchema,
  type LiveHost,
  type LiveRelease,
} from '@portal/federation-contract/composition';
import * as v from 'valibot';

interface Placed {
  /** Where the release is served: a path or a URL, with a trailing slash. */
  base: string;
  commit: string | null;
  /** Integrity of release.json; null for a development server. */
  manifest: string | null;
}

export interface Build<T> {
  release: T;
  manifest: string;
}

/** Reads an area's release.json from its build's folder. Throws when it is missing or is none. */
export function readAreaBuild(folder: string): Build<AreaRelease> {
  return readBuild(folder, areaReleaseSchema);
}

/** Reads the host's release.json from its build's folder. Throws when it is missing or is none. */
export function readHostBuild(folder: string): Build<HostRelease> {
  return readBuild(folder, hostReleaseSchema);
}

function readBuild<T>(folder: string, schema: v.GenericSchema<unknown, T>): Build<T> {
  const bytes = readFileSync(path.join(folder, 'release.json'));
  return { release: v.parse(schema, JSON.parse(bytes.toString())), manifest: integrityOf(bytes) };
}

/** Subresource integrity of a file's content: SHA-384, base64. */
export function integrityOf(content: Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}

/** An area's release as a composition names it. */
export function liveRelease({ area: _, needs: __, ...release }: AreaRelease, placed: Placed): LiveRelease {
  return { ...release, ...placed, files: codeFiles(release.files, placed) };
}

/** The host's release as a composition names it. */
export function liveHost({ provides: _, contracts: __, ...release }: HostRelease, placed: Placed): LiveHost {
  return { ...release, ...placed, files: codeFiles(release.files, placed) };
}

// The composition travels in every page: it names the code, release.json itself names every file. What a
// development server serves changes with every keystroke and has no hashes.
function codeFiles<T>(files: Record<string, T>, { manifest }: Placed): Record<string, T> {
  if (manifest === null) return {};
  return Object.fromEntries(Object.entries(files).filter(([name]) => /\.(?:js|css)$/.test(name)));
}
