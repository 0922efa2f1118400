import type { Composition } from '@portal/federation-contract/composition';
import { CompositionRefused, verifyComposition } from '@portal/federation-contract/signed-composition';

interface Verification {
  /** The composition as the HTML carries it. */
  inlined: unknown;
  /** SPKI, base64. */
  publicKey: string;
}

// Not the storages: every log-in clears those. An entry is verified each time, whoever has written it.
const cacheName = 'portal-composition';
const address = '/composition.json';

/**
 * The composition that this page may run: the inlined one when it is signed and not older than the last that was good,
 * else that last one. Throws CompositionRefused when there is neither.
 */
export async function verifiedComposition({ inlined, publicKey }: Verification): Promise<Composition> {
  const last = await readLastGood(publicKey);
  try {
    const composition = await verifyComposition(inlined, { publicKey, atLeast: last?.number });
    if (composition.number !== last?.number) void keepLastGood(inlined);
    return composition;
  } catch (error) {
    if (last === undefined || !(error instanceof CompositionRefused)) throw error;
    reportError(error);
    return last;
  }
}

async function readLastGood(publicKey: string): Promise<Composition | undefined> {
  try {
    const cache = await caches.open(cacheName);
    const response = await cache.match(address);
    return response && (await verifyComposition(await response.json(), { publicKey }));
  } catch {
    // Without a cache, or with one of another key, there is no last one.
    return undefined;
  }
}

async function keepLastGood(signed: unknown): Promise<void> {
  try {
    const cache = await caches.open(cacheName);
    await cache.put(address, new Response(JSON.stringify(signed)));
  } catch {
    // A full disk or a private window: the next page simply has none to fall back on.
  }
}
