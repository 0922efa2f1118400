import * as v from 'valibot';
import { type Composition, compositionSchema } from './composition.ts';

const base64Schema = v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]+={0,2}$/));

/** A composition as it is sent. `payload` must not be changed, because the signature covers its bytes. */
export const signedCompositionSchema = v.strictObject({
  /** The composition as JSON text. */
  payload: v.string(),
  /** ECDSA P-256 with SHA-256 over the UTF-8 bytes of `payload`; IEEE P1363, base64. */
  signature: base64Schema,
  /** First 16 hex digits of the SHA-256 of the signing key's SPKI. */
  key_id: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
});
export type SignedComposition = v.InferOutput<typeof signedCompositionSchema>;

export type RefusalReason = 'malformed' | 'signature' | 'number';

/** A composition that must not be used, and the reason. */
export class CompositionRefused extends Error {
  override readonly name = 'CompositionRefused';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, detail: string) {
    super(`The composition is refused (${reason}): ${detail}`);
    this.reason = reason;
  }
}

/** Parameters for signing and verifying. */
export const signatureAlgorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

interface Verification {
  /** SPKI, base64. */
  publicKey: string;
  /** The highest number so far; a composition with a lower number is a replay. */
  atLeast?: number | undefined;
}

/**
 * Checks signature, shape and number, in this order, and returns the composition. Throws CompositionRefused. Requires
 * WebCrypto: Node, or a page from https or localhost.
 */
export async function verifyComposition(
  envelope: unknown,
  { publicKey, atLeast = 1 }: Verification,
): Promise<Composition> {
  const signed = v.safeParse(signedCompositionSchema, envelope);
  if (!signed.success) throw new CompositionRefused('malformed', 'it is not a signed composition');
  const { payload, signature } = signed.output;
  if (!(await isSigned(payload, signature, publicKey)))
    throw new CompositionRefused('signature', "the signature is not the expected key's");
  const composition = v.safeParse(compositionSchema, parseJson(payload));
  if (!composition.success)
    throw new CompositionRefused(
      'malformed',
      v.flatten(composition.issues).root?.[0] ?? composition.issues[0].message,
    );
  if (composition.output.number < atLeast)
    throw new CompositionRefused('number', `${composition.output.number} is older than ${atLeast}`);
  return composition.output;
}

async function isSigned(payload: string, signature: string, publicKey: string): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('spki', bytes(publicKey), signatureAlgorithm, false, [
      'verify',
    ]);
    const data = new TextEncoder().encode(payload);
    return await crypto.subtle.verify(signatureAlgorithm, key, bytes(signature), data);
  } catch {
    return false;
  }
}

function bytes(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
