import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { commandEnv } from '../../testing/command-env.ts';
import { testPortal } from '../../testing/test-portal.ts';

jest.setTimeout(120_000);
const portal = testPortal();
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-prices-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the command says which list is standard after a load, shows the standard lists and chooses another', async () => {
  const program = path.join(__dirname, 'prices-load.ts');
  const env = await commandEnv(portal, folder);
  const run = async (...args: string[]) =>
    (await promisify(execFile)(process.execPath, [program, ...args], { env })).stdout;
  const file = path.join(folder, 'prices.csv');
  await writeFile(file, 'country,mcc,mnc,operator,unit_price\nde,,,,0.0800\n');
  const load = (list: string, ...more: string[]) =>
    run('--list', list, '--currency', 'eur', '--kind', 'messages', ...more, file);
  const usual = 'The standard list for messages in EUR is usual.';

  expect(await run('--standard')).toBe('There are no price lists.\n');
  expect(await load('usual')).toBe(
    `1 prices read for usual from 2000-01-01T00:00:00Z: 1 added, 0 changed, 0 removed. ${usual} 0 services had no list and have it now.\n`,
  );
  expect(await load('vip')).toContain(`1 added, 0 changed, 0 removed. ${usual}`);
  expect(await run('--standard')).toBe(`${usual}\n`);
  const chosen =
    'The standard list for messages in EUR is vip. Before, it was usual; services that have a list keep it. 0 services had no list and have it now.\n';
  expect(await run('--list', 'vip', '--standard', '--dry-run')).toBe(
    `Dry run, nothing was changed: ${chosen}`,
  );
  expect(await run('--list', 'vip', '--standard')).toBe(chosen);
  expect(await load('usual', '--standard')).toContain('is usual. Before, it was vip;');
  await expect(run('--list', 'vip', '--standard', '--replace')).rejects.toThrow('--replace needs a file.');

  await writeFile(file, 'country,mcc,mnc,operator,unit_price\nde,,,,0.0800\nde,,,Vodafone,0.0900\n');
  await load('networks');
  await writeFile(file, 'country,mcc,mnc,operator,unit_price\nde,,,,0.0800\n');
  expect(await load('networks', '--from', '2026-12-01', '--dry-run')).toContain(
    '1 networks that the file lacks have the price of their operator or country: 1 become cheaper, 0 dearer (a segment: operator de vodafone 0.0800 instead of 0.0900). The standard',
  );

  await writeFile(file, Buffer.from('country,mcc,mnc,operator,unit_price\nde,,,B\xe4r,0.08\n', 'latin1'));
  await expect(load('usual', '--replace')).rejects.toThrow('prices.csv is not in UTF-8');
});
