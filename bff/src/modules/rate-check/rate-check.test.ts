import { beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { type TestCustomer, testPortal } from '../../testing/test-portal.ts';
import { insertMessagePrices } from '../rates/message-prices.repository.ts';
import { samplePrices } from '../rates/rates.fixtures.ts';
import { insertPriceList } from '../rates/rates.repository.ts';
import { givenService } from '../services/services.fixtures.ts';

const portal = testPortal();
let customer: TestCustomer;
let voicing: string;
let messaging: string;
let american: typeof customer;
let northAmerican: string;

const network = (country: string, mcc: string, mnc: string, operator: string, unit_price: string) => ({
  country,
  mcc,
  mnc,
  operator,
  unit_price,
});
const rest = (country: string, unit_price: string) => ({
  country,
  mcc: null,
  mnc: null,
  operator: null,
  unit_price,
});

/** An Estonian account whose lists have an old, a current and a future version. */
beforeAll(async () => {
  customer = await portal.customer({ language: 'de', timezone: 'Europe/Tallinn' });
  const { system } = portal.database;
  const calls = { price_list_id: 'pl_calls', title: 'Calls', currency: 'eur' };
  const dearer = samplePrices.map((price) => ({ ...price, rate_initial: '9.000000' }));
  await insertPriceList(system, calls, dearer);
  await insertPriceList(system, calls, samplePrices, '2026-01-01T00:00:00Z');
  await insertPriceList(system, calls, dearer, '2126-01-01T00:00:00Z');
  const messages = { price_list_id: 'pl_messages', title: 'Messages', currency: 'eur' };
  const current = [
    network('ee', '248', '01', 'Telia', '0.039000'),
    network('ee', '248', '02', '=Elisa', '0.041000'),
    rest('ee', '0.045000'),
    rest('kz', '0.090000'),
    rest('ru', '0.080000'),
  ];
  await insertMessagePrices(system, messages, current);
  await insertMessagePrices(system, messages, [rest('ee', '1.000000')], '2126-01-01T00:00:00Z');
  const plan = { price_list_id: 'pl_north_america', title: 'North America', currency: 'eur' };
  await insertMessagePrices(
    system,
    plan,
    ['us', 'ca', 'do', 'pr', 'jm'].map((country) => rest(country, '0.010000')),
  );
  voicing = await serviceWith('voicing', 'pl_calls');
  messaging = await serviceWith('messaging', 'pl_messages');
  // An account has one service of a type.
  american = await portal.customer();
  northAmerican = await serviceWith('messaging', 'pl_north_america', american);
});

async function serviceWith(
  type: 'voicing' | 'messaging',
  priceList: string,
  owner = customer,
): Promise<string> {
  const { service_id } = await givenService(portal.database, owner.account.account_id, { type });
  await portal.database.system.run(
    sql`update services set price_list_id = ${priceList} where service_id = ${service_id}`,
  );
  return `/v1/services/${service_id}/rates`;
}

const callRates = (query: Record<string, string>) =>
  customer.get(`${voicing}/calls?${new URLSearchParams(query).toString()}`);
const messageRates = (query: Record<string, string>) =>
  customer.get(`${messaging}/messages?${new URLSearchParams(query).toString()}`);

describe('calls', () => {
  test('a number has the price of its longest prefix in the current version', async () => {
    const { status, body } = await callRates({ number: '+493023125101' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      number: '+493023125101',
      currency: 'eur',
      has_more: false,
      vat: { treatment: 'standard', country: 'ee', reason: 'provider_country' },
    });
    expect(body.items).toEqual([
      {
        destination: 'Germany Berlin',
        country: 'de',
        number_type: 'fixed',
        prefixes: ['4930'],
        rate_initial_interval: 60,
        rate_initial: '0.009800',
        rate_next_interval: 1,
        rate_next: '0.009800',
        fee: '0.000000',
        price_of_minute: '0.009800',
        valid_since: '2026-01-01T00:00:00Z',
      },
    ]);
  });

  test.each([
    ['+49 (0)30 / 23125-101', '+493023125101', 'Germany Berlin'],
    ['00493023125101', '+493023125101', 'Germany Berlin'],
    ['tel:+4917612345678', '+4917612345678', 'Germany mobile O2'],
    ['55 500 123', '+37255500123', 'Estonia mobile'],
    ['+372900123456', '+372900123456', 'Estonia premium'],
  ])('%s is read as %s', async (number, read, destination) => {
    const { body } = await callRates({ number });
    expect(body).toMatchObject({ number: read, items: [{ destination }] });
  });

  test('the price of a minute includes the fee', async () => {
    const { body } = await callRates({ number: '+372900123456' });
    expect(body.items[0]).toMatchObject({ fee: '0.120000', price_of_minute: '0.870000' });
  });

  test('a number without a price has none', async () => {
    expect((await callRates({ number: '+81312345678' })).body).toMatchObject({
      number: '+81312345678',
      items: [],
    });
  });

  test('a number of ten digits is one of any country of +1, as for the import', async () => {
    const jamaican = await portal.customer({ country: 'jm' });
    const { service_id } = await givenService(portal.database, jamaican.account.account_id);
    for (const [number, expected] of [
      ['(212) 555-1234', '+12125551234'],
      ['555 1234', '+18765551234'],
    ] as const) {
      const query = new URLSearchParams({ number }).toString();
      expect((await jamaican.get(`/v1/services/${service_id}/rates/calls?${query}`)).body).toMatchObject({
        number: expected,
      });
    }
  });

  test.each(['112', '+4930', '12'])('%s is no whole number', async (number) => {
    expect((await callRates({ number })).body).toMatchObject({ number: null, items: [] });
  });

  test('a country has the prices of its destinations, each with all its prefixes', async () => {
    const second = { ...samplePrices[0]!, prefix: '3721', destination: 'Estonia' };
    await portal.database.system.run(sql`
      insert into prices (price_list_id, valid_from, prefix, country, destination, number_type, rate_initial_interval,
        rate_initial, rate_next_interval, rate_next)
      values ('pl_calls', '2026-01-01T00:00:00Z', ${second.prefix}, 'ee', 'Estonia', 'fixed', 60, 0.03, 1, 0.03)`);
    const { body } = await callRates({ country: 'EE' });
    expect(body.items.map(({ destination, prefixes }: never) => [destination, prefixes])).toEqual([
      ['Estonia', ['372', '3721']],
      ['Estonia mobile', ['3725']],
      ['Estonia premium', ['372900']],
      ['Estonia toll-free', ['37280']],
    ]);
  });

  test('a number of another country than the asked one has no price', async () => {
    expect((await callRates({ number: '+493023125101', country: 'ee' })).body.items).toEqual([]);
  });

  test('at most 200 prices are listed', async () => {
    const many = Array.from({ length: 201 }, (_, index) => ({
      ...samplePrices[0]!,
      prefix: String(372_000 + index),
      destination: `Place ${index}`,
    }));
    await insertPriceList(
      portal.database.system,
      { price_list_id: 'pl_many', title: 'Many', currency: 'eur' },
      many,
    );
    const other = await portal.customer();
    const { service_id } = await givenService(portal.database, other.account.account_id);
    await portal.database.system.run(
      sql`update services set price_list_id = 'pl_many' where service_id = ${service_id}`,
    );
    const { body } = await other.get(`/v1/services/${service_id}/rates/calls`);
    expect(body.items).toHaveLength(200);
    expect(body.has_more).toBe(true);
    // They are valid since before any call.
    expect(body.items[0].valid_since).toBeNull();
  });
});

describe('messages', () => {
  test('a number has the prices of all networks of its country', async () => {
    const { body } = await messageRates({ number: '5550 0123' });
    expect(body.number).toBe('+37255500123');
    expect(body.items).toEqual([
      { ...network('ee', '248', '02', '=Elisa', '0.041000'), valid_since: null },
      { ...network('ee', '248', '01', 'Telia', '0.039000'), valid_since: null },
      { ...rest('ee', '0.045000'), valid_since: null },
    ]);
  });

  test('a number has the prices of all countries that share its code', async () => {
    const { body } = await messageRates({ number: '+7 495 000 00 00' });
    expect(body.items.map(({ country }: { country: string }) => country)).toEqual(['kz', 'ru']);
  });

  test.each([
    ['+1 809 555 1234', ['do']],
    ['+1 829 555 1234', ['do']],
    ['+1 849 555 1234', ['do']],
    ['+1 787 555 1234', ['pr']],
    ['+1 939 555 1234', ['pr']],
    ['+1 876 555 1234', ['jm']],
    ['+1 658 555 1234', ['jm']],
    ['+1 212 555 1234', ['ca', 'us']],
  ])('%s has the prices of the countries with its area code: %j', async (number, countries) => {
    const { body } = await american.get(
      `${northAmerican}/messages?${new URLSearchParams({ number }).toString()}`,
    );
    expect(body.items.map(({ country }: { country: string }) => country)).toEqual(countries);
  });

  test('a country without a price has none', async () => {
    expect((await messageRates({ country: 'jp' })).body.items).toEqual([]);
  });
});

test('a service without a price list has no prices', async () => {
  const other = await portal.customer();
  const { service_id } = await givenService(portal.database, other.account.account_id);
  const { body } = await other.get(`/v1/services/${service_id}/rates/calls?number=%2B493023125101`);
  expect(body.items).toEqual([]);
});

test.each(['number=abc', 'country=zz', `number=${'1'.repeat(41)}`])('refuses %s', async (query) => {
  expect((await customer.get(`${voicing}/calls?${query}`)).body).toMatchObject({ code: 'filter_invalid' });
});

test('prices are those of the asking account, of services of the right type', async () => {
  const stranger = await portal.customer();
  for (const url of [`${voicing}/calls`, `${messaging}/messages`, `${voicing}/export`])
    expect((await stranger.get(url)).body).toMatchObject({ code: 'service_not_found' });
  for (const url of [`${voicing}/messages`, `${messaging}/calls`])
    expect((await customer.get(url)).body).toMatchObject({ code: 'service_not_found' });
});

describe('price list', () => {
  const download = (url: string) =>
    portal.app.inject({ method: 'GET', url: `${url}/export`, cookies: customer.cookies });

  test('contains the current prices of calls for a spreadsheet of the language', async () => {
    const { headers, body } = await download(voicing);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="prices_svc_\w+_\d{4}-\d\d-\d\d.csv"$/,
      ),
    });
    const lines = body.split('\r\n');
    expect(lines[0]).toBe(
      '\uFEFFLand;Ziel;Art der Nummer;Vorwahl;Erster Preis pro Minute;Erster Takt (s);Folgepreis pro Minute;Folgetakt (s);Verbindungsgebühr;Währung;Gültig seit (Europe/Tallinn)',
    );
    expect(lines).toContain(
      'Deutschland;Germany mobile O2;Mobilfunk;49176;0,118400;60;0,118400;1;0,000000;EUR;2026-01-01 02:00:00',
    );
    expect(body).not.toContain('9,000000');
  });

  test('contains the current prices of messages, without formulas', async () => {
    const { body } = await download(messaging);
    expect(body.split('\r\n').slice(0, 4)).toEqual([
      '\uFEFFLand;Netz;MCC;MNC;Preis pro Teil;Währung;Gültig seit (Europe/Tallinn)',
      "Estland;'=Elisa;248;'02;0,041000;EUR;",
      "Estland;Telia;248;'01;0,039000;EUR;",
      'Estland;Alle anderen Netze;;;0,045000;EUR;',
    ]);
  });
});

test('HEAD says whether the price list would be sent, without writing it', async () => {
  const ask = (cookies: Record<string, string>) =>
    portal.app.inject({ method: 'HEAD', url: `${voicing}/export`, cookies });
  const { statusCode, headers } = await ask(customer.cookies);
  expect(statusCode).toBe(200);
  expect(headers['content-disposition']).toMatch(/^attachment; filename="prices_/);
  // The length of the file is known only when it is written.
  expect(headers).not.toHaveProperty('content-length');
  expect((await ask((await portal.customer()).cookies)).statusCode).toBe(404);
});
