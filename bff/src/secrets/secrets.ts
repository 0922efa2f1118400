import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import { createDataFolder } from '../config/data-folder.ts';
import { createPrivateFile } from '../config/private-file.ts';

const keyBytes = 32;

/** Returns SECRETS_KEY, or locally the key in a file beside the data, which is created once. */
export function readSecretsKey({ SECRETS_KEY, DATA_DIR }: Pick<Config, 'SECRETS_KEY' | 'DATA_DIR'>): Buffer {
  if (SECRETS_KEY !== undefined) return decode(SECRETS_KEY, 'SECRETS_KEY');
  const file = keyFile(DATA_DIR);
  if (!existsSync(file)) makeOnce(file);
  return decode(readFileSync(file, 'utf8'), file);
}

/** Whether there is a key; `readSecretsKey` would create one otherwise. */
export function hasSecretsKey({ SECRETS_KEY, DATA_DIR }: Pick<Config, 'SECRETS_KEY' | 'DATA_DIR'>): boolean {
  return SECRETS_KEY !== undefined || existsSync(keyFile(DATA_DIR));
}

const keyFile = (dataDir: string) => path.join(dataDir, 'keys/secrets.key');

function makeOnce(file: string): void {
  // The data folder stays open to the account of the embedded database; the folder of keys does not.
  createDataFolder(path.dirname(path.dirname(file)));
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  createPrivateFile(file, `${randomBytes(keyBytes).toString('base64')}\n`);
}

function decode(text: string, origin: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== keyBytes) throw new Error(`${origin} does not hold ${keyBytes} bytes in base64`);
  return key;
}

/** The purpose of a sealed text; it opens only for its purpose and owner. */
export type SecretPurpose = 'account_token' | 'totp' | 'webhook' | 'job';

export interface Secrets {
  /**
   * Encrypts a text that must be readable again, such as a token that its owner may view. `owner` is the id of the account,
   * or the name of the job. Returns text.
   */
  seal(purpose: SecretPurpose, owner: string, text: string): string;
  /** Decrypts a sealed text. Throws if it was changed or belongs to another purpose, owner or key. */
  open(purpose: SecretPurpose, owner: string, sealed: string): string;
  /** Derives 32 bytes for one purpose, for example an HMAC key. The result is constant for one SECRETS_KEY. */
  deriveKey(purpose: string): Buffer;
  /** The derived keys of SECRETS_KEY and then of SECRETS_KEY_PREVIOUS, to check what was made with any of them. */
  deriveKeys(purpose: string): [Buffer, ...Buffer[]];
  /** The id of SECRETS_KEY, 8 characters that reveal nothing of it. */
  keyId: string;
  /** How every text begins that SECRETS_KEY has sealed: `v1.<key id>.`. */
  sealedPrefix: string;
  /** Whether SECRETS_KEY_PREVIOUS names keys. */
  hasPreviousKeys: boolean;
}

const format = 'v1';
const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

interface KeySettings extends Pick<Config, 'SECRETS_KEY' | 'DATA_DIR'> {
  SECRETS_KEY_PREVIOUS?: Config['SECRETS_KEY_PREVIOUS'];
}

/**
 * Derives keys from SECRETS_KEY with HKDF-SHA-256 and seals texts with AES-256-GCM: `v1.<key id>.<nonce, text, tag>`. Texts
 * of the keys in SECRETS_KEY_PREVIOUS are opened, too.
 */
export function createSecrets(config: KeySettings): Secrets {
  const current = createKey(readSecretsKey(config));
  const previous = (config.SECRETS_KEY_PREVIOUS ?? []).map((text) =>
    createKey(decode(text, 'SECRETS_KEY_PREVIOUS')),
  );

  return {
    seal: (purpose, owner, text) => {
      const nonce = randomBytes(nonceBytes);
      const sealing = createCipheriv(cipher, current.derive(`seal ${purpose}`), nonce, {
        authTagLength: tagBytes,
      });
      sealing.setAAD(boundTo(purpose, owner));
      const parts = [nonce, sealing.update(text, 'utf8'), sealing.final(), sealing.getAuthTag()];
      return `${prefixOf(current)}${Buffer.concat(parts).toString('base64url')}`;
    },
    open: (purpose, owner, sealed) => {
      const [version, id, content] = sealed.split('.');
      if (version !== format || content === undefined) throw new Error('not a sealed text');
      const key = [current, ...previous].find((one) => one.id === id);
      if (key === undefined) throw new Error('the text was sealed with another SECRETS_KEY');
      const bytes = Buffer.from(content, 'base64url');
      if (bytes.length < nonceBytes + tagBytes) throw new Error('not a sealed text');
      const nonce = bytes.subarray(0, nonceBytes);
      const opening = createDecipheriv(cipher, key.derive(`seal ${purpose}`), nonce, {
        authTagLength: tagBytes,
      });
      opening.setAAD(boundTo(purpose, owner));
      opening.setAuthTag(bytes.subarray(-tagBytes));
      return Buffer.concat([
        opening.update(bytes.subarray(nonceBytes, -tagBytes)),
        opening.final(),
      ]).toString();
    },
    deriveKey: (purpose) => current.derive(purpose),
    deriveKeys: (purpose) => [current.derive(purpose), ...previous.map((key) => key.derive(purpose))],
    keyId: current.id,
    sealedPrefix: prefixOf(current),
    hasPreviousKeys: previous.length > 0,
  };
}

function createKey(secretsKey: Buffer) {
  const derive = (purpose: string, bytes = 32) =>
    Buffer.from(hkdfSync('sha256', secretsKey, '', `portal ${purpose}`, bytes));
  // A sealed text names its key, so that keys can be rotated.
  return { derive: (purpose: string) => derive(purpose), id: derive('key id', 6).toString('base64url') };
}

function prefixOf({ id }: { id: string }): string {
  return `${format}.${id}.`;
}

function boundTo(purpose: SecretPurpose, owner: string): Buffer {
  return Buffer.from(`${purpose} ${owner}`);
}

/** Creates a token of 256 random bits, as text for a cookie or a link. */
export function newToken(prefix = ''): string {
  return prefix + randomBytes(32).toString('base64url');
}

/** Hashes a token for storage, so that a stolen table holds no usable tokens. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * Creates an API token of 256 random bits. Of what is stored, the hash checks the token, `last4` identifies it, and
 * `sealed` shows it to its owner.
 */
export function makeAccountToken(secrets: Secrets, accountId: string) {
  const token = newToken();
  const sealed = secrets.seal('account_token', accountId, token);
  return { token, stored: { hash: hashToken(token), last4: token.slice(-4), sealed } };
}
