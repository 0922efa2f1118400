import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { readPortalFacts } from '../workspace/workspace-packages.ts';

interface SharedSingleton {
  /** The request as written in an import; a trailing slash covers every subpath. */
  request: string;
  /** The package whose package.json states the version. */
  package: string;
  /** Loaded with the pages of the account instead of being ready from the start. */
  isLate?: boolean;
}

// One list for host and remotes. Nothing else is shared: a shared package loses its tree shaking
// (docs/decisions/0003-shared-singletons.md).
function singletons(): SharedSingleton[] {
  const { eager, late } = readPortalFacts().shared;
  const named = (request: string) => ({
    request,
    package: /^(?:@[^/]+\/)?[^/]+/.exec(request)?.[0] ?? request,
  });
  return [...eager.map(named), ...late.map((request) => ({ ...named(request), isLate: true }))];
}

export interface ShareOptions {
  singleton: true;
  strictVersion: boolean;
  version?: string;
  requiredVersion: string;
  eager?: true;
  import?: false;
}

function versionOf(packageName: string, from: string): string {
  return readVersion(createRequire(from).resolve(`${packageName}/package.json`));
}

function readVersion(path: string | URL): string {
  const manifest: { version: string } = JSON.parse(readFileSync(path, 'utf8'));
  return manifest.version;
}

/** The share scope as the host states it: it provides every singleton, almost all ready before the first remote loads. */
export function sharedByHost(from: string): Record<string, ShareOptions> {
  return shareScope((version, { isLate = false }) => {
    const options = { version, requiredVersion: `^${version}`, strictVersion: true };
    return isLate ? options : { ...options, eager: true };
  }, from);
}

/**
 * The share scope as a remote states it. In a production build nothing of it is bundled: a host that does not provide
 * a fitting version is refused instead of running a second copy.
 */
export function sharedByRemote(from: string, isProduction: boolean): Record<string, ShareOptions> {
  return shareScope((version) => {
    const options = { requiredVersion: `^${version}`, strictVersion: true };
    return isProduction ? { ...options, import: false } : options;
  }, from);
}

function shareScope(
  optionsFor: (version: string, singleton: SharedSingleton) => Omit<ShareOptions, 'singleton'>,
  from: string,
): Record<string, ShareOptions> {
  return Object.fromEntries(
    singletons().map((one) => [
      one.request,
      { singleton: true, ...optionsFor(versionOf(one.package, from), one) },
    ]),
  );
}
