import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { OperatorError } from '../../errors/operator-error.ts';
import { readRolePassword, readSuperuserPassword } from './passwords.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'passwords-'));
});
afterEach(() => rmSync(root, { recursive: true }));

test('creates a password once, readable by its owner only', async () => {
  const [first, second] = await Promise.all([readSuperuserPassword(root), readSuperuserPassword(root)]);
  expect(first).toMatch(/^[0-9a-f]{48}$/);
  expect(second).toBe(first);
  expect(readdirSync(root)).toEqual(['postgres-password']);
  expect(statSync(path.join(root, 'postgres-password')).mode & 0o777).toBe(0o600);
});

test('replaces an empty file, which a full disk has left at an earlier start', async () => {
  const file = path.join(root, 'portal-owner-password');
  writeFileSync(file, '');
  const password = await readRolePassword(root, 'owner');
  expect(password).toMatch(/^[0-9a-f]{48}$/);
  expect(readFileSync(file, 'utf8')).toBe(password);
  expect(readdirSync(root)).toEqual(['portal-owner-password']);
});

test('says which file cannot be written', async () => {
  const missing = path.join(root, 'missing');
  const failure = readSuperuserPassword(missing);
  await expect(failure).rejects.toThrow(OperatorError);
  await expect(failure).rejects.toThrow(/postgres-password cannot be written \(.*ENOENT/);
});
