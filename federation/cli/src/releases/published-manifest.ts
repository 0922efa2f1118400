import { namedReleases } from '@portal/federation-contract/release-lookup';
import type { Live } from '../composition/composition-file.ts';
import { readHistory } from '../composition/history.ts';
import type { TrustedStore } from '../signing/trust.ts';
import { readPublication } from './publication.ts';
import type { ReleaseName } from './release-name.ts';

/** What decides which bytes a version has: the signed compositions, and the keys that they trust. */
export interface PublicationAuthority {
  store: TrustedStore;
  live: Live;
}

/**
 * Integrity of the release.json that is published under a name, even if the store holds another one: that of the last
 * composition with the version or, if it has never been live, the one that a trusted key has signed. Undefined when there is
 * neither. Throws CompositionRefused when the history is broken.
 */
export async function publishedManifest(
  { store, live }: PublicationAuthority,
  name: ReleaseName,
): Promise<string | undefined> {
  for await (const { composition } of readHistory(store, live, store.trust.publicKey)) {
    const named = namedReleases(composition).find(
      ({ unit, release }) => unit === name.unit && release.version === name.version,
    );
    if (named?.release.manifest) return named.release.manifest;
  }
  const publication = await readPublication(store, name);
  return typeof publication === 'string' ? undefined : publication.manifest;
}

/** Whether a trusted key has signed the release.json of this integrity as the release's. */
export async function isPublicationValid(
  store: TrustedStore,
  name: ReleaseName,
  manifest: string,
): Promise<boolean> {
  const publication = await readPublication(store, name);
  return typeof publication !== 'string' && publication.manifest === manifest;
}
