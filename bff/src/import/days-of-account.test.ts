import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from '../database/sql.ts';
import { samplePrices } from '../modules/rates/rates.fixtures.ts';
import { insertPriceList } from '../modules/rates/rates.repository.ts';
import { performOnce } from '../staff/staff-action.ts';
import { testPortal } from '../testing/test-portal.ts';
import { importDefaults, pricedServices } from './import.fixtures.ts';
import { importCdrs } from './import-cdrs.ts';
import { rerate } from './rerate-calls.ts';

// The server and the database disagree about the beginning of 25 October 2026 in the Azores, which has two midnights.
const portal = testPortal();
const service = pricedServices(portal);
const number = '+493023125101';
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'days-of-account-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A service in the Azores, before its calls of these moments are imported. */
async function givenAzores() {
  const service_id = await service();
  const { account_id } = await portal.database.system.one<{ account_id: string }>(sql`
    update accounts a set timezone = 'Atlantic/Azores' from services s
    where s.account_id = a.account_id and s.service_id = ${service_id} returning a.account_id`);
  return { account_id, service_id };
}

async function importCalls(service_id: string, moments: readonly string[]) {
  const lines = moments.map((started, index) => `c${index},${started},60,+3726000001,${number}`);
  const file = path.join(folder, `${service_id}.csv`);
  await writeFile(file, ['call_id,started,duration_seconds,number_from,number_to', ...lines, ''].join('\n'));
  const given = { files: [file], serviceId: service_id, timezone: 'UTC', format: 'csv' } as const;
  expect(await importCdrs(portal.database, { ...importDefaults, ...given })).toMatchObject({
    imported: moments.length,
  });
}

test('the calls of a day that are rated again are those that the page of the day shows', async () => {
  const { service_id } = await givenAzores();
  const ofDay = ['2026-10-25T00:00:00Z', '2026-10-25T00:30:00Z', '2026-10-26T00:59:59Z'];
  await importCalls(service_id, ['2026-10-24T23:59:59Z', ...ofDay, '2026-10-26T01:00:00Z']);
  await insertPriceList(
    portal.database.system,
    { price_list_id: 'pl_dearer', title: 'Test', currency: 'eur' },
    samplePrices.map((price) => ({ ...price, fee: '7' })),
  );
  await portal.database.system.run(
    sql`update services set price_list_id = 'pl_dearer' where service_id = ${service_id}`,
  );
  const given = { service: service_id, from: '2026-10-25', to: '2026-10-25' };
  const action = {
    key: 'DAY-1',
    command: 'rerate',
    actor: 'staff:anna',
    reason: 'Ticket 7',
    arguments: given,
  };
  await performOnce(
    portal.context,
    action,
    (tx) => rerate.act(tx, action, given, { ...portal.context, queue: portal.queue }),
    { isDryRun: false },
  );
  const changed = await portal.database.system.query<{ started: string }>(sql`
    select started from cdrs where service_id = ${service_id} and fee = 7 order by started`);
  expect(changed.map(({ started }) => started)).toEqual(ofDay);
});

test('a number is the customer’s until the end of its last day, as the customer sees the day', async () => {
  const { account_id, service_id } = await givenAzores();
  await portal.database.system.run(sql`
    insert into rented_numbers (account_id, number_id, service_id, number, country, type, capabilities, status, monthly_price, currency,
      rented_at, expires_at)
    values (${account_id}, 'num_day', ${service_id}, ${number}, 'ee', 'local', '{voice_in}', 'expired', 3, 'eur', '2026-01-01',
      '2026-10-24')`);
  await importCalls(service_id, ['2026-10-24T23:59:59Z', '2026-10-25T00:30:00Z']);
  const directions = await portal.database.system.query<{ direction: string }>(sql`
    select direction from cdrs where service_id = ${service_id} order by started`);
  expect(directions.map(({ direction }) => direction)).toEqual(['inbound', 'outbound']);
});
