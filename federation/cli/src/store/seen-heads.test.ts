import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { directoryStore } from './directory-store.ts';
import { StoreError } from './release-store.ts';
import { rememberHead } from './seen-heads.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'portal-heads-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a number that cannot be remembered is reported once and prevents nothing, but the acceptance of a loss fails', () => {
  // A file where its folder should be.
  writeFileSync(path.join(folder, 'data'), '');
  const file = path.join(folder, 'data/heads.json');
  const warnings: string[] = [];
  const { seen } = rememberHead(directoryStore(folder), file, (text) => warnings.push(text));
  seen?.record(3);
  seen?.record(3);
  expect(warnings).toEqual([
    expect.stringMatching(/composition 3 has been live.*heads\.json cannot be written/),
  ]);
  expect(() => seen?.accept(3)).toThrow(StoreError);
  expect(readdirSync(folder)).toEqual(['data']);
});
