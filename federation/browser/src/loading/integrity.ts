import { findReleasedFile, type ReleasedFile } from './released-address.ts';

declare global {
  /** Every build calls it for each script and sheet that it creates (federation/build, runtime-plugins). */
  var portalSecure: ((element: HTMLScriptElement | HTMLLinkElement) => void) | undefined;
  var trustedTypes: { createPolicy: (name: string, rules: object) => unknown } | undefined;
}

/** No release of this page has this script or sheet. */
export class IntegrityError extends Error {
  override readonly name = 'IntegrityError';
}

/**
 * Restricts loading to files of the composition: scripts and sheets get the hash that it states, and other addresses are
 * refused. Call it once, after the page's releases are chosen.
 */
export function enforceIntegrity(): void {
  globalThis.portalSecure = secureElement;
  // The browser asks the policy named "default" for every address that becomes a script.
  globalThis.trustedTypes?.createPolicy('default', {
    createScriptURL: (url: string) => {
      integrityFor(url);
      return url;
    },
  });
}

/** Sets the hash of a script or sheet. Throws IntegrityError. */
export function secureElement(element: HTMLScriptElement | HTMLLinkElement): void {
  const integrity = integrityFor(element instanceof HTMLScriptElement ? element.src : element.href);
  // The same mode as the preload; without it, browsers do not check the hash of a file from another origin.
  element.crossOrigin = 'anonymous';
  if (integrity !== null) element.integrity = integrity;
}

/** The hash that a file of this page's releases must have; null on a development server. Throws IntegrityError. */
function integrityFor(address: string): string | null {
  const { release, name } = findReleased(address);
  if (release.manifest === null) return null;
  const file = release.files[name];
  if (file !== undefined) return file.integrity;
  throw unreleased(address);
}

/** The release of this page that an address belongs to, and the path inside it. Throws IntegrityError. */
export function findReleased(address: string): ReleasedFile {
  const file = findReleasedFile(address);
  if (file === undefined) throw unreleased(address);
  return file;
}

const unreleased = (address: string) => new IntegrityError(`no release of this page names ${address}`);
