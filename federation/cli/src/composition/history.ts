import { CompositionRefused } from '@portal/federation-contract/signed-composition';
import { type ReleaseStore, sha256 } from '../store/release-store.ts';
import { copyFile, type Live, type ReadComposition, readCompositionFile } from './composition-file.ts';

export interface HistoryEntry extends ReadComposition {
  /** The bytes of its copy. */
  content: Buffer;
  sha256: string;
}

/**
 * The compositions that have been live, newest first, along the chain of hashes that begins in the signed live
 * composition. Copies of writers that did not finish are not part of it. Throws CompositionRefused where the chain is broken.
 */
export async function* readHistory(
  store: ReleaseStore,
  live: Live | undefined,
  publicKey: string,
): AsyncGenerator<HistoryEntry> {
  let entry: HistoryEntry | undefined = live;
  let key = publicKey;
  while (entry !== undefined) {
    yield entry;
    key = entry.change.retired_key ?? key;
    entry = await predecessor(store, entry, key);
  }
}

async function predecessor(
  store: ReleaseStore,
  entry: HistoryEntry,
  key: string,
): Promise<HistoryEntry | undefined> {
  const wanted = entry.change.previous_sha256;
  if (wanted === null) return undefined;
  for (let number = entry.composition.number - 1; number > 0; number -= 1) {
    const file = await store.read(copyFile(number));
    if (file === undefined || sha256(file.content) !== wanted) continue;
    return { ...(await readCompositionFile(file.content, key)), content: file.content, sha256: wanted };
  }
  throw new CompositionRefused(
    'signature',
    `what was live before ${entry.composition.number} is missing or changed: copy it from a mirror, see "portal mirror --help"`,
  );
}
