import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { readPortalFacts } from '../workspace/workspace-packages.ts';

// One list for host and remotes. Nothing else is shared: a shared package loses its tree shaking
// (docs/decisions/0003-shared-singletons.md).
const { eager, late } = readPortalFacts().shared;

export interface ShareOptions {
  singleton: true;
  strictVersion: true;
  version?: string;
  requiredVersion: string;
  eager?: true;
  import?: false;
}

/** The host's share scope: it provides every singleton, all but the late ones before the first remote loads. */
export function sharedByHost(from: string): Record<string, ShareOptions> {
  return shareScope(from, (version, isLate) => ({ version, ...(isLate ? {} : { eager: true }) }));
}

/**
 * The share scope of a remote. It bundles none of it: a host without a matching version refuses the remote, so that no
 * package runs twice.
 */
export function sharedByRemote(from: string): Record<string, ShareOptions> {
  return shareScope(from, () => ({ import: false }));
}

/** Absolute paths of the late singletons, as the package at `from` resolves them. */
export function lateModules(from: string): string[] {
  return late.map((request) => createRequire(from).resolve(request));
}

function shareScope(
  from: string,
  optionsFor: (version: string, isLate: boolean) => Pick<ShareOptions, 'version' | 'eager' | 'import'>,
): Record<string, ShareOptions> {
  return Object.fromEntries(
    [...eager, ...late].map((request) => {
      const version = versionOf(request, from);
      const options = optionsFor(version, late.includes(request));
      return [
        request,
        { singleton: true, strictVersion: true, requiredVersion: requiredRange(version), ...options },
      ];
    }),
  );
}

/**
 * The versions of a shared package that a release built with this version accepts: its minor version and later ones of the
 * same major version. Patches add nothing, so a release also runs beside an older patch.
 */
export function requiredRange(version: string): string {
  return `^${version.replace(/^(\d+\.\d+)\.\d+$/, '$1.0')}`;
}

/** Version of the package of an import request, which may end with a slash to cover every subpath. */
function versionOf(request: string, from: string): string {
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(request)?.[0] ?? request;
  const file = createRequire(from).resolve(`${name}/package.json`);
  const manifest: { version: string } = JSON.parse(readFileSync(file, 'utf8'));
  return manifest.version;
}
