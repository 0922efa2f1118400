import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type SignedComposition, signatureAlgorithm } from '@portal/federation-contract/signed-composition';

/** Signs compositions. The configuration of every BFF and page contains its public half. */
export interface SigningKey {
  /** First 16 hex digits of the SHA-256 of the SPKI. */
  id: string;
  /** SPKI, base64: the value of `COMPOSITION_PUBLIC_KEY`. */
  publicKey: string;
  /** Signs a composition's JSON text. */
  sign: (payload: string) => Promise<SignedComposition>;
}

type Key = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** The key is missing, invalid or already exists; the message says what to do. */
export class SigningKeyError extends Error {
  override readonly name = 'SigningKeyError';
}

/** Reads a private key (PKCS #8, PEM) made by `createSigningKey`. Throws SigningKeyError. */
export async function readSigningKey(file: string): Promise<SigningKey> {
  if (!existsSync(file)) throw new SigningKeyError(`There is no signing key at ${file}${adviceFor(file)}`);
  try {
    const der = Buffer.from(readFileSync(file, 'utf8').replaceAll(/-----[^-]+-----|\s/g, ''), 'base64');
    const privateKey = await crypto.subtle.importKey('pkcs8', der, signatureAlgorithm, true, ['sign']);
    return signingKey(privateKey, await publicHalf(privateKey));
  } catch (error) {
    throw new SigningKeyError(`${file} is not an ECDSA P-256 private key`, { cause: error });
  }
}

/** Creates a key; only the owner can read its file. Throws SigningKeyError when the file exists. */
export async function createSigningKey(file: string): Promise<SigningKey> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(signatureAlgorithm, true, [
    'sign',
    'verify',
  ]);
  const base64 = Buffer.from(await crypto.subtle.exportKey('pkcs8', privateKey)).toString('base64');
  const lines = base64.match(/.{1,64}/g) ?? [];
  mkdirSync(path.dirname(file), { recursive: true });
  try {
    const pem = ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----', ''].join('\n');
    writeFileSync(file, pem, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new SigningKeyError(`${file} already exists: a key is never overwritten`, { cause: error });
  }
  return signingKey(privateKey, publicKey);
}

/** Reads a private key, or creates it when its file is missing. Throws SigningKeyError. */
export function readOrCreateSigningKey(file: string): Promise<SigningKey> {
  return existsSync(file) ? readSigningKey(file) : createSigningKey(file);
}

/** The id of a public key (SPKI, base64): the first 16 hex digits of its SHA-256. */
export function keyId(publicKey: string): string {
  return createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex').slice(0, 16);
}

/**
 * A public key (SPKI, base64) in the only form that has its id: a point can also be written in compressed form. Undefined when the
 * text is no ECDSA P-256 public key.
 */
export async function canonicalPublicKey(spki: string): Promise<string | undefined> {
  try {
    const key = await crypto.subtle.importKey('spki', Buffer.from(spki, 'base64'), signatureAlgorithm, true, [
      'verify',
    ]);
    return Buffer.from(await crypto.subtle.exportKey('spki', key)).toString('base64');
  } catch {
    return undefined;
  }
}

/** What to do without a key file. If a retired one is there, a new key would be unknown to every store. */
function adviceFor(file: string): string {
  const [folder, name] = [path.dirname(file), path.basename(file)];
  const isRetired = (other: string) => other.startsWith(`${name}.retired`);
  const retired = (existsSync(folder) ? readdirSync(folder) : []).filter(isRetired);
  if (retired.length === 0) return ': create one with "portal keys create"';
  const files = retired.map((other) => path.join(folder, other)).join(', ');
  return `, but there is ${files}: if the portal is signed with that key, copy the file to ${file}`;
}

async function signingKey(privateKey: Key, publicKey: Key): Promise<SigningKey> {
  const spki = Buffer.from(await crypto.subtle.exportKey('spki', publicKey));
  const base64 = spki.toString('base64');
  const id = keyId(base64);
  return {
    id,
    publicKey: base64,
    sign: async (payload) => {
      const signature = await crypto.subtle.sign(signatureAlgorithm, privateKey, Buffer.from(payload));
      return { payload, signature: Buffer.from(signature).toString('base64'), key_id: id };
    },
  };
}

async function publicHalf(privateKey: Key): Promise<Key> {
  const { d: _secret, key_ops: _use, ...point } = await crypto.subtle.exportKey('jwk', privateKey);
  return crypto.subtle.importKey('jwk', point, signatureAlgorithm, true, ['verify']);
}
