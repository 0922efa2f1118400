import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { createSecrets } from './secrets.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'portal-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const secretsOf = (byte: number) => createSecrets({ SECRETS_KEY: keyOf(byte), DATA_DIR: folder });
const secrets = secretsOf(1);

test('opens a sealed text, which reveals nothing', () => {
  const sealed = secrets.seal('account_token', 'acc_A', 'geheim 🔑');
  expect(sealed).toMatch(/^v1\.[\w-]{8}\.[\w-]+$/);
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('geheim');
  expect(secrets.open('account_token', 'acc_A', sealed)).toBe('geheim 🔑');
});

test('seals the same text differently each time', () => {
  expect(secrets.seal('totp', 'acc_A', 'x')).not.toBe(secrets.seal('totp', 'acc_A', 'x'));
});

test('refuses another account and another purpose', () => {
  const sealed = secrets.seal('account_token', 'acc_A', 'x');
  expect(() => secrets.open('account_token', 'acc_B', sealed)).toThrow();
  expect(() => secrets.open('totp', 'acc_A', sealed)).toThrow();
});

test('refuses a text with a changed bit', () => {
  const sealed = secrets.seal('totp', 'acc_A', 'x');
  const [version, id, content = ''] = sealed.split('.');
  const bytes = Buffer.from(content, 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (bytes[at] ?? 0) ^ 1;
    const text = `${version}.${id}.${changed.toString('base64url')}`;
    expect(() => secrets.open('totp', 'acc_A', text)).toThrow();
  }
});

test.each(['', 'x', 'v1.', 'v1.aaaaaaaa.AAAA', 'v2.x.y'])('refuses %j', (text) => {
  expect(() => secrets.open('totp', 'acc_A', text)).toThrow();
});

test('distinguishes a text of another key from a damaged one', () => {
  const sealed = secretsOf(2).seal('totp', 'acc_A', 'x');
  expect(() => secrets.open('totp', 'acc_A', sealed)).toThrow('another SECRETS_KEY');
});

test('a replaced key still opens what it sealed, while the new one seals', () => {
  const sealed = secrets.seal('totp', 'acc_A', 'x');
  const next = createSecrets({
    SECRETS_KEY: keyOf(2),
    SECRETS_KEY_PREVIOUS: [keyOf(3), keyOf(1)],
    DATA_DIR: folder,
  });
  expect(next.open('totp', 'acc_A', sealed)).toBe('x');
  expect(() => next.open('totp', 'acc_B', sealed)).toThrow();
  const sealedNext = next.seal('totp', 'acc_A', 'y');
  expect(secretsOf(2).open('totp', 'acc_A', sealedNext)).toBe('y');
  expect(() => secrets.open('totp', 'acc_A', sealedNext)).toThrow('another SECRETS_KEY');
  expect(next.deriveKey('a')).toEqual(secretsOf(2).deriveKey('a'));
  expect(next.deriveKeys('a')).toEqual([2, 3, 1].map((byte) => secretsOf(byte).deriveKey('a')));
});

test('derives a constant key for each purpose and SECRETS_KEY', () => {
  expect(secrets.deriveKey('a')).toHaveLength(32);
  expect(secrets.deriveKey('a')).toEqual(secretsOf(1).deriveKey('a'));
  expect(secrets.deriveKey('a')).not.toEqual(secrets.deriveKey('b'));
  expect(secrets.deriveKey('a')).not.toEqual(secretsOf(2).deriveKey('a'));
});

test('creates a local key once, readable by its owner only', () => {
  const config = { SECRETS_KEY: undefined, DATA_DIR: path.join(folder, 'desk') };
  const sealed = createSecrets(config).seal('totp', 'acc_A', 'x');
  expect(createSecrets(config).open('totp', 'acc_A', sealed)).toBe('x');
  const keys = path.join(config.DATA_DIR, 'keys');
  expect(readdirSync(keys)).toEqual(['secrets.key']);
  expect(statSync(path.join(keys, 'secrets.key')).mode & 0o777).toBe(0o600);
});

test('stops the start for a damaged key file instead of replacing it', () => {
  const dataDir = path.join(folder, 'damaged');
  createSecrets({ SECRETS_KEY: undefined, DATA_DIR: dataDir });
  writeFileSync(path.join(dataDir, 'keys/secrets.key'), 'short');
  expect(() => createSecrets({ SECRETS_KEY: undefined, DATA_DIR: dataDir })).toThrow(
    'does not hold 32 bytes',
  );
});
