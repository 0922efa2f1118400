import type { Composition } from '@portal/federation-contract/composition';
import { CompositionRefused, verifyComposition } from '@portal/federation-contract/signed-composition';

// Login clears the storages, but not caches. The entry is verified at each use, because any script can write it.
const cacheName = 'portal-composition';
const address = '/composition.json';

/**
 * The composition of the HTML if it is signed and not older than the last accepted one, otherwise the last accepted one.
 * Throws CompositionRefused when there is neither. `publicKey` is the SPKI, base64.
 */
export async function verifiedComposition(inlined: unknown, publicKey: string): Promise<Composition> {
  const last = await readLastAccepted(publicKey);
  try {
    const composition = await verifyComposition(inlined, { publicKey, atLeast: last?.number });
    if (composition.number !== last?.number) void saveLastAccepted(inlined);
    return composition;
  } catch (error) {
    if (last === undefined || !(error instanceof CompositionRefused)) throw error;
    reportError(error);
    return last;
  }
}

async function readLastAccepted(publicKey: string): Promise<Composition | undefined> {
  try {
    const cache = await caches.open(cacheName);
    const response = await cache.match(address);
    return response && (await verifyComposition(await response.json(), { publicKey }));
  } catch {
    // There is no cache, or its entry was signed with another key.
    return undefined;
  }
}

async function saveLastAccepted(signed: unknown): Promise<void> {
  try {
    const cache = await caches.open(cacheName);
    await cache.put(address, new Response(JSON.stringify(signed)));
  } catch {
    // The disk is full or the window is private: the next page has no last accepted composition.
  }
}
