import { publicationFile, readSignedPublication } from '../releases/publication.ts';
import { integrityOf, readUncheckedRelease } from '../releases/release-json.ts';
import { type ReleaseName, releaseFolder } from '../releases/release-name.ts';
import type { SigningKey } from '../signing/signing-key.ts';
import type { ReleaseStore } from '../store/release-store.ts';

interface StatedSize {
  /** Path of the file in the release. */
  file: string;
  /** Bytes that release.json states. */
  size: number;
  /** Signs the publication again. */
  key: SigningKey;
}

/** Makes the release.json of a stored release state another size for a file, as somebody with a signing key could. */
export async function stateSize(
  store: ReleaseStore,
  name: ReleaseName,
  { file, size, key }: StatedSize,
): Promise<void> {
  const { release } = await readUncheckedRelease(store, name);
  const files = { ...release.files, [file]: { integrity: '', ...release.files[file], size } };
  const content = Buffer.from(JSON.stringify({ ...release, files }));
  await store.write(`${releaseFolder(name)}release.json`, content);
  const signed = await readSignedPublication(store, name);
  const publication = { ...JSON.parse(signed?.payload ?? ''), manifest: integrityOf(content) };
  await store.write(
    publicationFile(name),
    Buffer.from(JSON.stringify(await key.sign(JSON.stringify(publication)))),
  );
}
