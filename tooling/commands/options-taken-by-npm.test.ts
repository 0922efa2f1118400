import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const root = path.join(__dirname, '../..');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'portal-npm-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs npm as in a terminal: without what an npm that started the tests has set. */
function npm(line: string, npmrc = ''): Promise<{ code: unknown; stderr: string }> {
  const userconfig = path.join(folder, 'npmrc');
  writeFileSync(userconfig, npmrc);
  const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  const env = { ...Object.fromEntries(own), DATA_DIR: folder, npm_config_userconfig: userconfig };
  return new Promise((resolve) => {
    execFile(
      'npm',
      ['run', '-s', ...line.split(' ')],
      { cwd: root, env, shell: process.platform === 'win32' },
      (error, _stdout, stderr) => resolve({ code: error?.code ?? 0, stderr }),
    );
  });
}

const refusal = (script: string, option: string) =>
  `npm has taken the option ${option} instead of passing it on, so nothing was done: write "npm run ${script} -- … ${option}", with the -- before all options.\n`;

test.each([
  ['bank:import', '--dry-run', 'bank:import --dry-run file.xml'],
  ['billing', '--month', 'billing close --month=2026-10'],
  ['prices:load', '--replace', 'prices:load file.csv --replace -- --list standard_eur --currency eur'],
  ['portal', '--dry-run', 'portal gc --dry-run'],
  ['portal', '--no-run', 'portal deploy voicing@latest --no-run -- --reason x'],
])('refuses "%s" when npm has taken %s', async (script, option, line) => {
  expect(await npm(line)).toEqual({ code: 2, stderr: refusal(script, option) });
});

test('does not refuse an option behind --, nor one of the user’s npm settings', async () => {
  expect(await npm('billing nosuch -- --dry-run --json', 'json=true\ndry-run = true\n')).toEqual({
    code: 2,
    stderr: expect.stringContaining('expected one of the commands'),
  });
  expect(await npm('billing nosuch', 'json=true\ndry-run = true\n')).toEqual({
    code: 2,
    stderr: expect.stringContaining('expected one of the commands'),
  });
});
