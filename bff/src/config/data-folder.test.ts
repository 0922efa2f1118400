import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { OperatorError } from '../errors/operator-error.ts';
import { refuseUnreadablePortal } from './data-folder.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'portal-dir-'));
});
afterEach(() => rmSync(root, { recursive: true }));

test('accepts a readable or missing PORTAL_DIR', () => {
  refuseUnreadablePortal(root);
  refuseUnreadablePortal(path.join(root, 'missing'));
});

test('says in a sentence that PORTAL_DIR cannot be read', () => {
  const loop = path.join(root, 'loop');
  symlinkSync(loop, loop);
  for (const folder of [loop, import.meta.filename]) {
    expect(() => refuseUnreadablePortal(folder)).toThrow(OperatorError);
    expect(() => refuseUnreadablePortal(folder)).toThrow(/^PORTAL_DIR .* cannot be read \(.*permissions\.$/);
  }
});
