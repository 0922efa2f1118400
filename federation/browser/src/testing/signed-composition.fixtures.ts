import { webcrypto } from 'node:crypto';
import type { Composition } from '@portal/federation-contract/composition';
import { signatureAlgorithm } from '@portal/federation-contract/signed-composition';
import { configurePage } from './page.fixtures.ts';

// jsdom has no WebCrypto.
Object.defineProperty(globalThis, 'crypto', { value: webcrypto, configurable: true });

export type Sign = (composition: Composition) => Promise<object>;

/** Configures the page with a new key. Returns the function that signs with it. */
export async function configureSigningKey(): Promise<Sign> {
  const keys = await webcrypto.subtle.generateKey(signatureAlgorithm, true, ['sign', 'verify']);
  const publicKey = await webcrypto.subtle.exportKey('spki', keys.publicKey);
  configurePage({ publicKey: Buffer.from(publicKey).toString('base64') });
  return async (composition) => {
    const payload = JSON.stringify(composition);
    const signature = await webcrypto.subtle.sign(signatureAlgorithm, keys.privateKey, Buffer.from(payload));
    return { payload, signature: Buffer.from(signature).toString('base64'), key_id: '0'.repeat(16) };
  };
}
