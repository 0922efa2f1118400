import { beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { portionRows } from '../exports/written-portions.ts';
import { findCurrentMessagePrices, insertMessagePrices } from '../rates/message-prices.repository.ts';
import type { DatedMessagePrice } from '../rates/message-rating.ts';
import { samplePrices } from '../rates/rates.fixtures.ts';
import { insertPriceList } from '../rates/rates.repository.ts';
import { givenService } from '../services/services.fixtures.ts';
import { priceRows } from './price-file.ts';

const portal = testPortal();
let customer: TestCustomer;
let url: string;

const prefixes = Array.from({ length: 2 * portionRows + 1 }, (_, index) => String(3_720_000 + index));
const networks = [
  { country: 'ee', mcc: '248', mnc: '02', operator: 'Elisa', unit_price: '0.041000' },
  { country: 'ee', mcc: '248', mnc: '01', operator: 'Telia', unit_price: '0.039000' },
  { country: 'ee', mcc: null, mnc: null, operator: 'Telia', unit_price: '0.040000' },
  { country: 'ee', mcc: '248', mnc: '03', operator: null, unit_price: '0.042000' },
  { country: 'ee', mcc: '248', mnc: '04', operator: null, unit_price: '0.043000' },
  { country: 'ee', mcc: null, mnc: null, operator: null, unit_price: '0.045000' },
  { country: 'fi', mcc: null, mnc: null, operator: null, unit_price: '0.060000' },
];

/** A list for calls with more prices than two portions have, and one for messages. */
beforeAll(async () => {
  const { system } = portal.database;
  const prices = prefixes.map((prefix) => ({ ...samplePrices[0]!, prefix }));
  await insertPriceList(system, { price_list_id: 'pl_long', title: 'Long', currency: 'eur' }, prices);
  await insertMessagePrices(
    system,
    { price_list_id: 'pl_networks', title: 'Networks', currency: 'eur' },
    networks,
  );
  customer = await portal.customer({ timezone: 'Europe/Tallinn' });
  const { service_id } = await givenService(portal.database, customer.account.account_id);
  await system.run(sql`update services set price_list_id = 'pl_long' where service_id = ${service_id}`);
  url = `/v1/services/${service_id}/rates/export`;
});

const ask = (method: 'GET' | 'HEAD') => portal.app.inject({ method, url, cookies: customer.cookies });

test('a list of several portions is complete, in order and has headings once', async () => {
  const lines = (await ask('GET')).body.split('\r\n').slice(0, -1);
  expect(lines.filter((line) => line.includes('\uFEFF'))).toEqual([lines[0]]);
  expect(lines.slice(1).map((line) => line.split(',')[3])).toEqual(prefixes);
});

test('HEAD reads no prices', async () => {
  await portal.database.asBackground(async (tx) => {
    await tx.run(sql`lock table prices in access exclusive mode`);
    expect((await ask('HEAD')).statusCode).toBe(200);
  });
});

describe('portions', () => {
  /** Reads a list in portions of so many rows. */
  async function readAll<Price>(service: Parameters<typeof priceRows>[0], size: number): Promise<Price[]> {
    const { read } = priceRows(service);
    const { system } = portal.database;
    const rows: Price[] = [];
    let portion = await read(system, size);
    while (portion.count > 0) {
      expect(portion.count).toBeLessThanOrEqual(size);
      rows.push(...JSON.parse(portion.rows));
      portion = await read(system, size, portion.last);
    }
    return rows;
  }

  test.each([1, 2, 3, 100])('of %i rows have the prices of messages in their order', async (size) => {
    const { system } = portal.database;
    const read = await readAll<DatedMessagePrice>({ type: 'messaging', price_list_id: 'pl_networks' }, size);
    const whole = await findCurrentMessagePrices(system, { priceListId: 'pl_networks' }, 100);
    const withoutTime = ({ valid_from, ...price }: DatedMessagePrice) => price;
    expect(read.map(withoutTime)).toEqual(whole.map(withoutTime));
    expect(read).toHaveLength(networks.length);
  });

  test('are those of the version of the first one', async () => {
    const { read } = priceRows({ type: 'voicing', price_list_id: 'pl_versions' });
    const { system } = portal.database;
    const list = { price_list_id: 'pl_versions', title: 'Versions', currency: 'eur' };
    const [price] = samplePrices;
    const version = (fee: string) => ['1', '2'].map((prefix) => ({ ...price!, prefix, fee }));
    await insertPriceList(system, list, version('0.100000'), '2026-01-01T00:00:00.123456Z');
    const { last } = await read(system, 1);
    await insertPriceList(system, list, version('0.200000'), '2026-01-02T00:00:00Z');
    const { rows } = await read(system, 1, last);
    expect(JSON.parse(rows)).toMatchObject([{ prefix: '2', fee: '0.100000' }]);
  });

  test('of a service without a price list are empty', async () => {
    expect(await readAll({ type: 'voicing', price_list_id: null }, 10)).toEqual([]);
  });
});
