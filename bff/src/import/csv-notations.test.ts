import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from '../database/sql.ts';
import { testPortal } from '../testing/test-portal.ts';
import { importDefaults, pricedServices } from './import.fixtures.ts';
import { importCdrs } from './import-cdrs.ts';

const portal = testPortal();
const service = pricedServices(portal);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'csv-notations-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function imported(serviceId: string, { file, isDryRun = false }: { file: string; isDryRun?: boolean }) {
  const options = { ...importDefaults, files: [file], serviceId, timezone: 'UTC', format: 'csv' } as const;
  return importCdrs(portal.database, { ...options, isDryRun });
}

const balance = async (serviceId: string) =>
  (
    await portal.database.system.first<{ balance: string }>(
      sql`select balance from services where service_id = ${serviceId}`,
    )
  )?.balance;

test('charges a call of a CSV file once, however its moment and number are written', async () => {
  const id = await service();
  const file = path.join(folder, 'notations.csv');
  const header = 'call_id,started,duration_seconds,number_from,number_to';
  const calls = [
    'same,2026-11-02T10:00:00Z,60,+3726001200,+493023125101',
    'same,2026-11-02 10:00:00,60,+3726001200,+493023125101',
    'same,2026-11-02T12:00:00.000+02:00,60,+3726001200,00493023125101',
    'same,1793613600,61,+3726001200,+493023125101',
    'other,2026-11-02T10:00:00Z,60,+3726001200,+493023125101',
    'same,2026-11-02T10:00:00Z,60,+3726001200,+493023125102',
    'same,2026-11-02T10:00:01Z,60,+3726001200,+493023125101',
  ];
  await writeFile(file, [header, ...calls, ''].join('\n'));
  const counts = { read: 7, imported: 4, alreadyThere: 2, conflicting: 1 };
  expect(await imported(id, { file, isDryRun: true })).toMatchObject(counts);
  expect(await imported(id, { file })).toMatchObject(counts);
  const charged = await balance(id);
  // One file after another, as the same calls are exported again.
  for (const call of calls.slice(1, 3)) {
    await writeFile(file, `${header}\n${call}\n`);
    expect(await imported(id, { file })).toMatchObject({ read: 1, imported: 0, alreadyThere: 1 });
  }
  expect(await balance(id)).toBe(charged);
});

test('charges a call of a CSV file once, whether its moment has milliseconds or whole seconds', async () => {
  const id = await service();
  const file = path.join(folder, 'fractions.csv');
  const header = 'call_id,started,duration_seconds,number_from,number_to';
  const call = (started: string, seconds = 60) => `one,${started},${seconds},+3726001200,+493023125101`;
  const twice = async (...calls: string[]) => {
    await writeFile(file, [header, ...calls, ''].join('\n'));
    const counts = await imported(id, { file, isDryRun: true });
    expect(await imported(id, { file })).toMatchObject({ ...counts });
    const { imported: added, alreadyThere, conflicting } = counts;
    return { added, alreadyThere, conflicting };
  };
  const nothing = { added: 0, alreadyThere: 0, conflicting: 0 };
  // Two legs to one number within a second.
  const legs = [call('2026-11-02T10:00:00.500Z'), call('2026-11-02T10:00:00.750Z')];
  expect(await twice(...legs)).toEqual({ ...nothing, added: 2 });
  const charged = await balance(id);
  expect(await twice(call('2026-11-02 10:00:00'), call('1793613600'))).toEqual({
    ...nothing,
    alreadyThere: 2,
  });
  expect(await twice(call('2026-11-02T10:00:00Z', 61))).toEqual({ ...nothing, conflicting: 1 });
  expect(await balance(id)).toBe(charged);
  expect(await twice(call('2026-11-02T10:00:01Z'), call('2026-11-02T10:00:01.999Z'))).toEqual({
    ...nothing,
    added: 1,
    alreadyThere: 1,
  });
  expect(await twice(call('2026-11-02T10:00:01.001Z'), ...legs)).toEqual({ ...nothing, alreadyThere: 3 });
  expect(await twice(call('2026-11-02T10:00:02.999Z'), call('2026-11-02T10:00:02Z'))).toEqual({
    ...nothing,
    added: 1,
    alreadyThere: 1,
  });
});
