import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from '../database/sql.ts';
import { testPortal } from '../testing/test-portal.ts';
import { importDefaults, pricedServices } from './import.fixtures.ts';
import { importCdrs, undoCdrs } from './import-cdrs.ts';

const portal = testPortal();
const service = pricedServices(portal);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'csv-notations-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function imported(serviceId: string, { file, isDryRun = false }: { file: string; isDryRun?: boolean }) {
  return importCdrs(portal.database, { ...optionsOf(serviceId, file), isDryRun });
}

const optionsOf = (serviceId: string, file: string) =>
  ({ ...importDefaults, files: [file], serviceId, timezone: 'UTC', format: 'csv' }) as const;

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

test('refuses numbers that a spreadsheet has changed, but an undo finds those of earlier imports', async () => {
  const id = await service();
  const file = path.join(folder, 'spreadsheet.csv');
  const header = 'call_id,started,duration_seconds,number_from,number_to';
  const write = (...numbers: [from: string, to: string][]) => {
    const calls = numbers.map(([from, to], index) => `c-${index},2026-11-02T10:00:00Z,60,${from},${to}`);
    return writeFile(file, [header, ...calls, ''].join('\n'));
  };
  await write(['+3726001200', '49.151.1234567'], ['+3726001200', '49.151.1234567']);
  expect(await imported(id, { file })).toMatchObject({ imported: 2, faulty: 0 });
  await write(
    ['3726001200.0', '49.151.1234567'],
    ['3.7E+9', '49.151.1234567'],
    ['+3726001200', '491511234567.0'],
  );
  const faults: string[] = [];
  const options = {
    ...optionsOf(id, file),
    onFault: (_record: unknown, reason: string) => faults.push(reason),
  };
  expect(await importCdrs(portal.database, options)).toMatchObject({ imported: 0, faulty: 3 });
  expect(faults).toEqual([
    'number_from was changed by a spreadsheet: "3726001200.0"; export it again with the column as text',
    'number_from was changed by a spreadsheet: "3.7E+9"; export it again with the column as text',
    'number_to was changed by a spreadsheet: "491511234567.0"; export it again with the column as text',
  ]);
  expect(await undoCdrs(portal.database, options)).toMatchObject({ removed: 2, notThere: 1, faulty: 0 });
});
