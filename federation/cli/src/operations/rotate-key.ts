import { readLive } from '../composition/live.ts';
import { writeComposition } from '../composition/write-composition.ts';
import type { SigningKey } from '../signing/signing-key.ts';
import type { ReleaseStore } from '../store/release-store.ts';
import { OperationRefused } from './live-units.ts';

interface RotateRequest {
  store: ReleaseStore;
  /** Has signed what is live. */
  key: SigningKey;
  newKey: SigningKey;
  command: string;
  who: string;
  why: string;
}

/**
 * Signs the live set with a new key as the next composition. Its record names the retired key, which verifies the earlier
 * history. A composition that the new key already signed is not changed. Returns the number. Throws OperationRefused when nothing is live.
 */
export async function rotateKey({ store, key, newKey, ...change }: RotateRequest): Promise<number> {
  return store.exclusively(async () => {
    const signed = await readLive(store, newKey.publicKey).catch(() => undefined);
    // An earlier attempt reached this step.
    if (signed !== undefined) return signed.composition.number;
    const live = await readLive(store, key.publicKey);
    if (live === undefined)
      throw new OperationRefused('nothing is live yet: there is no composition to sign');
    const { host, areas } = live.composition;
    const request = {
      store,
      key: newKey,
      live,
      units: { host, areas },
      retiredKey: key.publicKey,
      ...change,
    };
    return (await writeComposition(request)).number;
  });
}
