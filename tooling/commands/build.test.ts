import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from '@jest/globals';

test('lists the packages when one is unknown, and builds none', () => {
  const program = path.join(__dirname, 'build.ts');
  const { status, stderr } = spawnSync(process.execPath, [program, 'host', 'voicing'], { encoding: 'utf8' });
  expect(stderr).toMatch(/^There is no package voicing\. Packages: host, .*remote-voicing.*\.\n$/);
  expect(status).toBe(2);
});
