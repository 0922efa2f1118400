import type { Composition } from '@portal/federation-contract/composition';
import { CompositionRefused, verifyComposition } from '@portal/federation-contract/signed-composition';

interface Verification {
  /** The composition as the HTML carries it. */
  inlined: unknown;
  /** SPKI, base64. */
  publicKey: string;
}

// Not in a storage: every login clears those. An entry is verified each time, because any script can write it.
const cacheName = 'portal-composition';
const address = '/composition.json';

/**
 * The composition that this page may run: the inlined one if it is signed and not older than the last accepted one,
 * otherwise the last accepted one. Throws CompositionRefused when there is neither.
 */
export async function verifiedComposition({ inlined, publicKey }: Verification): Promise<Composition> {
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
    // The disk is full or the window is private: the next page has nothing to fall back on.
  }
}
