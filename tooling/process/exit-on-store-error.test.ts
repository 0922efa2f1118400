import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'store-error-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a portal that cannot be written ends the command with a sentence, and without a stack', () => {
  writeFileSync(path.join(folder, 'file'), '');
  const program = `
import { stagePortal } from ${JSON.stringify(import.meta.resolve('@portal/federation-cli/stage-portal'))};
import { exitOnStoreError } from ${JSON.stringify(path.join(import.meta.dirname, 'exit-on-store-error.ts'))};
await exitOnStoreError(() => stagePortal({ host: '/missing', areas: [], target: 'file/portal', keyFile: 'key.pem' }));
`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect([status, stderr.trim().split('\n')]).toEqual([1, [expect.stringContaining('file/portal')]]);
});
