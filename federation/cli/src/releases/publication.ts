import { integritySchema } from '@portal/federation-contract/composition';
import { signedCompositionSchema } from '@portal/federation-contract/signed-composition';
import * as v from 'valibot';
import type { SigningKey } from '../signing/signing-key.ts';
import { type SignedText, signatureFault, type Trust, type TrustedStore } from '../signing/trust.ts';
import { parseJson, type ReleaseStore } from '../store/release-store.ts';
import { type ReleaseName, releaseFolder } from './release-name.ts';

const publicationSchema = v.strictObject({
  unit: v.string(),
  version: v.string(),
  /** Integrity of release.json, which states the hash of every other file. */
  manifest: integritySchema,
  published: v.pipe(v.string(), v.isoTimestamp()),
  by: v.string(),
  /** Null when the build was not from a clean checkout of a commit. */
  commit: v.nullable(v.pipe(v.string(), v.regex(/^[0-9a-f]{40}$/))),
  /** Name of the CycloneDX document in the release's folder. */
  sbom: v.nullable(v.string()),
});
/** The signed text in publication.json: what is known of a release besides its release.json. */
export type Publication = v.InferOutput<typeof publicationSchema>;

/** The signed publication of a release, or why it cannot be trusted. */
export async function readPublication(store: TrustedStore, name: ReleaseName): Promise<Publication | string> {
  const { unit, version } = name;
  const signed = await readSignedPublication(store, name);
  if (signed === undefined) return 'it is not signed';
  const fault = await signatureFault(signed, unit, store.trust);
  if (fault !== undefined) return fault;
  const publication = parseJson(publicationSchema, signed.payload);
  if (!publication.success) return 'its publication.json is malformed';
  const isOwn = publication.output.unit === unit && publication.output.version === version;
  return isOwn ? publication.output : 'its publication.json belongs to another release';
}

interface NewSignature {
  name: ReleaseName;
  /** Integrity of the release.json that a signed composition has named. */
  manifest: string | null;
  /** Who may have signed the publication. */
  trust: Trust;
  key: SigningKey;
}

/** Replaces a trusted signature of a publication of the given release.json; leaves other publications alone. */
export async function signPublicationAgain(
  store: ReleaseStore,
  { name, manifest, trust, key }: NewSignature,
): Promise<void> {
  const signed = await readSignedPublication(store, name);
  const publication = parseJson(publicationSchema, signed?.payload);
  if (signed === undefined || !publication.success || publication.output.manifest !== manifest) return;
  if ((await signatureFault(signed, name.unit, trust)) !== undefined) return;
  await store.write(
    publicationFile(name),
    Buffer.from(JSON.stringify(await key.sign(signed.payload), null, 2)),
  );
}

/** publication.json as it is stored; undefined when it is missing, or from before publications were signed. */
export async function readSignedPublication(
  store: ReleaseStore,
  name: ReleaseName,
): Promise<SignedText | undefined> {
  const file = await store.read(publicationFile(name));
  const signed = parseJson(signedCompositionSchema, file?.content.toString());
  return signed.success ? signed.output : undefined;
}

/** When a release was published, as its publication states, trusted or not; an empty text if it states nothing. */
export async function readStatedTime(store: ReleaseStore, name: ReleaseName): Promise<string> {
  const publication = parseJson(publicationSchema, (await readSignedPublication(store, name))?.payload);
  return publication.success ? publication.output.published : '';
}

/** Path of a release's publication.json. */
export function publicationFile(name: ReleaseName): string {
  return `${releaseFolder(name)}publication.json`;
}
