import type { LiveHost, LiveRelease } from '@portal/federation-contract/composition';
import { pageComposition } from '../composition/page-releases.ts';

declare global {
  /** What every build calls for each script and sheet that it creates (federation/build/src/webpack/integrity-plugin.ts). */
  var portalSecure: ((element: HTMLScriptElement | HTMLLinkElement) => void) | undefined;
  var trustedTypes: { createPolicy: (name: string, rules: object) => unknown } | undefined;
}

/** A script or sheet that no release of this page names. */
export class IntegrityError extends Error {
  override readonly name = 'IntegrityError';
}

/**
 * From here on nothing is loaded that the composition does not vouch for: scripts and sheets get the hash that it
 * states, and an address that it does not name is refused. Call it once, with the page's releases chosen.
 */
export function enforceIntegrity(): void {
  globalThis.portalSecure = secureElement;
  // The policy named "default" is asked for every address that becomes a script, whoever sets it.
  globalThis.trustedTypes?.createPolicy('default', {
    createScriptURL: (url: string) => {
      integrityFor(url);
      return url;
    },
  });
}

/** Gives a script or sheet its hash. Throws IntegrityError. */
export function secureElement(element: HTMLScriptElement | HTMLLinkElement): void {
  const integrity = integrityFor(element instanceof HTMLScriptElement ? element.src : element.href);
  // As the preload was asked for; and without it the browser may not compare the bytes.
  element.crossOrigin = 'anonymous';
  if (integrity !== null) element.integrity = integrity;
}

/** The hash that a file of this page's releases must have; null on a development server. Throws IntegrityError. */
function integrityFor(address: string): string | null {
  const { origin, pathname } = new URL(address, location.href);
  for (const { base, files, manifest } of knownReleases()) {
    const folder = new URL(base, location.origin);
    if (folder.origin !== origin || !pathname.startsWith(folder.pathname)) continue;
    if (manifest === null) return null;
    const file = files[pathname.slice(folder.pathname.length)];
    if (file !== undefined) return file.integrity;
  }
  throw new IntegrityError(`no release of this page names ${address}`);
}

function knownReleases(): (LiveHost | LiveRelease)[] {
  const { host, releases } = pageComposition();
  return [
    host,
    ...releases.flatMap(({ release, fallback }) => (fallback === null ? [release] : [release, fallback])),
  ];
}
