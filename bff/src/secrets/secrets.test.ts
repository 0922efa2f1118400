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

test('a sealed text opens again and shows nothing of itself', () => {
  const sealed = secrets.seal('account_token', 'acc_A', 'geheim 🔑');
  expect(sealed).toMatch(/^v1\.[\w-]{8}\.[\w-]+$/);
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('geheim');
  expect(secrets.open('account_token', 'acc_A', sealed)).toBe('geheim 🔑');
});

test('the same text is sealed differently each time', () => {
  expect(secrets.seal('totp', 'acc_A', 'x')).not.toBe(secrets.seal('totp', 'acc_A', 'x'));
});

test('it opens for no other account and no other purpose', () => {
  const sealed = secrets.seal('account_token', 'acc_A', 'x');
  expect(() => secrets.open('account_token', 'acc_B', sealed)).toThrow();
  expect(() => secrets.open('totp', 'acc_A', sealed)).toThrow();
});

test('it does not open once a bit of it has changed', () => {
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

test.each(['', 'x', 'v1.', 'v1.aaaaaaaa.AAAA', 'v2.x.y'])('%j is no sealed text', (text) => {
  expect(() => secrets.open('totp', 'acc_A', text)).toThrow();
});

test('a text of another key is told from a damaged one', () => {
  const sealed = secretsOf(2).seal('totp', 'acc_A', 'x');
  expect(() => secrets.open('totp', 'acc_A', sealed)).toThrow('another SECRETS_KEY');
});

test('a derived key is the same each time, and another for each purpose and SECRETS_KEY', () => {
  expect(secrets.deriveKey('a')).toHaveLength(32);
  expect(secrets.deriveKey('a')).toEqual(secretsOf(1).deriveKey('a'));
  expect(secrets.deriveKey('a')).not.toEqual(secrets.deriveKey('b'));
  expect(secrets.deriveKey('a')).not.toEqual(secretsOf(2).deriveKey('a'));
});

test('on a desk a key is made once, for its owner’s eyes', () => {
  const config = { SECRETS_KEY: undefined, DATA_DIR: path.join(folder, 'desk') };
  const sealed = createSecrets(config).seal('totp', 'acc_A', 'x');
  expect(createSecrets(config).open('totp', 'acc_A', sealed)).toBe('x');
  const keys = path.join(config.DATA_DIR, 'keys');
  expect(readdirSync(keys)).toEqual(['secrets.key']);
  expect(statSync(path.join(keys, 'secrets.key')).mode & 0o777).toBe(0o600);
});

test('a damaged key file ends the start instead of being replaced', () => {
  const dataDir = path.join(folder, 'damaged');
  createSecrets({ SECRETS_KEY: undefined, DATA_DIR: dataDir });
  writeFileSync(path.join(dataDir, 'keys/secrets.key'), 'short');
  expect(() => createSecrets({ SECRETS_KEY: undefined, DATA_DIR: dataDir })).toThrow(
    'does not hold 32 bytes',
  );
});
