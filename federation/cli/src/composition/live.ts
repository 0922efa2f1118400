import { type ReleaseStore, sha256 } from '../store/release-store.ts';
import { type ReadComposition, readCompositionFile } from './composition-file.ts';

export const liveFile = 'composition.json';

export interface Live extends ReadComposition {
  content: Buffer;
  sha256: string;
  /** Handed back when the file is swapped. */
  tag: string;
}

/** Reads and verifies what is live; undefined: nothing yet. Throws CompositionRefused. */
export async function readLive(store: ReleaseStore, publicKey: string): Promise<Live | undefined> {
  const file = await store.read(liveFile);
  if (file === undefined) return undefined;
  const read = await readCompositionFile(file.content, publicKey);
  return { ...read, ...file, sha256: sha256(file.content) };
}
