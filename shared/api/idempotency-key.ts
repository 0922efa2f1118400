/** A fresh random key for one user action: send the same one with every attempt of that action. */
export function idempotencyKey(): string {
  // randomUUID exists in secure contexts only, and a portal on a desk may be served over plain HTTP.
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
