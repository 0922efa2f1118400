import { expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { givenService } from '../services/services.fixtures.ts';
import { loadPrices, type PriceListVersion } from './load-prices.ts';
import { readMessagePriceFile } from './message-price-file.ts';
import { requireMessageTariff } from './message-prices.repository.ts';
import { createMessageTariff, rateMessage } from './message-rating.ts';

const portal = testPortal();
const header = 'country,mcc,mnc,operator,unit_price';
const lines = [
  'de,262,01,Telekom,0.0745',
  'de,,,Vodafone,0.0755',
  'de,,,,0.08',
  'us,310,260,T-Mobile,0.0083',
];

const load = (given: readonly string[], changes: Partial<PriceListVersion> = {}) => {
  const { prices, faults } = readMessagePriceFile([header, ...given, ''].join('\n'));
  expect(faults).toEqual([]);
  const version: PriceListVersion = {
    ...{ listId: 'messages_eur', title: 'Messages', currency: 'eur', validFrom: '2000-01-01T00:00:00Z' },
    ...{ isReplacing: false, ...changes },
  };
  return loadPrices(portal.database, version, { kind: 'messages', prices }, { isDryRun: false });
};

test('the price of a network counts before that of its operator, and that before the country’s', () => {
  const { prices } = readMessagePriceFile([header, ...lines, ''].join('\n'));
  const tariff = createMessageTariff(
    prices.map((price) => ({ ...price, valid_from: '2026-01-01T00:00:00Z' })),
  );
  const priceOf = (country: string | null, mcc: string | null, mnc: string | null, operator: string | null) =>
    tariff.at('2026-11-24T00:00:00Z')?.find({ country, mcc, mnc, operator })?.unit_price;
  expect(priceOf('de', '262', '01', 'Telekom')).toBe('0.0745');
  expect(priceOf('de', '262', '02', 'vodafone')).toBe('0.0755');
  expect(priceOf('de', '262', '03', null)).toBe('0.08');
  expect(priceOf('de', null, null, null)).toBe('0.08');
  expect(priceOf(null, '262', '01', null)).toBe('0.0745');
  expect(priceOf('us', null, null, null)).toBeUndefined();
  expect(priceOf('fr', '208', '01', 'Orange')).toBeUndefined();
  expect(tariff.at('2025-12-31T23:59:59Z')).toBeUndefined();
});

test.each([
  ['outbound', 'delivered', 3, '0.111600'],
  ['outbound', 'undelivered', 1, '0.037200'],
  ['outbound', 'rejected', 1, '0.000000'],
  ['outbound', 'queued', 2, '0.000000'],
  ['inbound', 'received', 1, '0.000000'],
])('a message that is %s and %s, of %d segments, costs %s %s', (direction, status, parts, price) => {
  expect(rateMessage({ direction, status, parts }, { unit_price: '0.0372' }).price).toBe(price);
});

test('lists every fault of a file with its line', () => {
  const { prices, faults } = readMessagePriceFile(
    [header, lines[0], 'xx,26,1,,free', lines[0], 'fr,208,01', ''].join('\r\n'),
  );
  expect(prices).toHaveLength(1);
  expect(faults).toEqual([
    'line 3: country "xx" is no country such as de',
    'line 3: mcc "26" is no mobile country code such as 262',
    'line 3: mnc "1" is no mobile network code such as 01',
    'line 3: unit_price "free" is no price such as 0.0120',
    'line 4: network 262 01 stands in line 2, too',
    'line 5: expected 5 columns, found 3',
  ]);
  expect(() => readMessagePriceFile(`${header}\nde,262,,,0.01`)).toThrow('a network has both mcc and mnc');
  expect(() => readMessagePriceFile('country,unit_price\nde,0.01')).toThrow(
    'lacks the columns mcc, mnc, operator',
  );
});

test('loads versions once, gives them to messaging services, and refuses to mix kinds', async () => {
  const { account_id } = await portal.account();
  const service = await givenService(portal.database, account_id, { type: 'messaging' });
  await givenService(portal.database, account_id);
  await expect(requireMessageTariff(portal.database.system, service)).rejects.toThrow(
    `Service ${service.service_id} has no prices in eur: its messages would cost nothing.`,
  );
  const standard = { standard: 'messages_eur', kind: 'messages', currency: 'eur' };
  expect(await load(lines)).toEqual({
    ...{ added: 4, changed: 0, removed: 0, ended: 0, wider: [], services: 1, standard_before: null },
    ...standard,
  });
  expect(await load(lines.toReversed())).toEqual({
    ...{ added: 0, changed: 0, removed: 0, ended: 0, wider: [], services: 0 },
    standard_before: 'messages_eur',
    ...standard,
  });
  await expect(load(['de,,,,0.09'])).rejects.toThrow('0 would be added, 1 changed, 3 removed');
  // The name of an operator may change: MCC and MNC name the network.
  const renamed = lines.map((line) => line.replace('T-Mobile', 'T-Mobile US'));
  expect(await load(renamed, { validFrom: '2026-11-30T12:00:00Z' })).toMatchObject({ ended: 0 });
  // The price of the country is valid for its networks as well.
  const later = { validFrom: '2026-12-01T00:00:00Z' };
  await expect(load(['de,,,,0.09'], later)).rejects.toThrow(
    '1 networks that have a price before would have none, and messages there would be refused: network 310 260.',
  );
  const fewer = await load(['de,,,,0.09'], { ...later, isEnding: true });
  expect(fewer).toMatchObject({ added: 1, ended: 1 });
  expect(fewer.wider).toEqual([
    { place: 'network 262 01', before: '0.0745', after: '0.0900' },
    { place: 'operator de vodafone', before: '0.0755', after: '0.0900' },
  ]);
  const stored = await portal.database.system.one<{ price_list_id: string }>(sql`
    select price_list_id from services where service_id = ${service.service_id}`);
  const tariff = await requireMessageTariff(portal.database.system, { ...service, ...stored });
  const germany = { country: 'de', mcc: '262', mnc: '01', operator: 'Telekom' };
  expect(tariff.at('2026-11-30T23:59:59Z')?.find(germany)?.unit_price).toBe('0.074500');
  expect(tariff.at('2026-12-01T00:00:00Z')?.find(germany)?.unit_price).toBe('0.090000');
  const version = {
    listId: 'messages_eur',
    title: '',
    currency: 'eur',
    validFrom: '2000-01-01T00:00:00Z',
    isReplacing: true,
  } as const;
  await expect(
    loadPrices(portal.database, version, { kind: 'calls', prices: [] }, { isDryRun: false }),
  ).rejects.toThrow('is for messages, not for calls');
});

test('a new messaging service has the standard prices for messages', async () => {
  await load(lines, { listId: 'messages_eur' }).catch(() => undefined);
  const customer = await portal.customer();
  const { body } = await customer.post('/v1/services', { type: 'messaging' });
  const { price_list_id } = await portal.database.system.one<{ price_list_id: string }>(sql`
    select price_list_id from services where service_id = ${body.service.service_id}`);
  expect(price_list_id).toBe('messages_eur');
});
