import { expect, test } from '@jest/globals';
import { sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { givenService } from '../services/services.fixtures.ts';
import { loadPrices, type PriceListVersion } from './load-prices.ts';
import { readPriceFile } from './price-file.ts';
import { findPrices } from './rates.repository.ts';
import { createTariff } from './rating.ts';

const portal = testPortal();
const header =
  'prefix,country,destination,number_type,rate_initial_interval,rate_initial,rate_next_interval,rate_next,fee';
const germany = '49,de,Germany,fixed,60,0.0120,1,0.0120,0';
const mobile = '4915,de,"Germany, mobile",mobile,60,0.1215,1,0.1215,0.01';

const version = (changes: Partial<PriceListVersion> = {}): PriceListVersion => ({
  ...{ listId: 'standard_eur', title: 'Standard', currency: 'eur', validFrom: '2000-01-01T00:00:00Z' },
  isReplacing: false,
  ...changes,
});
const load = (lines: string[], changes: Partial<PriceListVersion> = {}, isDryRun = false) => {
  const { prices, faults } = readPriceFile([header, ...lines, ''].join('\n'));
  expect(faults).toEqual([]);
  return loadPrices(portal.database, version(changes), { kind: 'calls', prices }, { isDryRun });
};

test('lists every fault of a file with its line', () => {
  const { prices, faults } = readPriceFile(
    [
      header,
      germany,
      '+49,de,Germany,fixed,60,0.01,1,0.01,0',
      '',
      germany,
      '33,xx,,planet,0,free,1,0.01',
      '34,es',
    ]
      .map((line) => `${line}\r\n`)
      .join(''),
  );
  expect(prices).toHaveLength(1);
  expect(faults).toEqual([
    'line 3: prefix "+49" is no prefix such as 4915, without plus sign',
    'line 5: prefix 49 stands in line 2, too',
    'line 6: expected 9 columns, found 8',
    'line 7: expected 9 columns, found 2',
  ]);
  const wrong = readPriceFile(`${header}\n33,xx,,planet,0,free,1,-1,0.0000001\n`).faults;
  expect(wrong.map((fault) => fault.split(' ')[2])).toEqual([
    ...['country', 'destination', 'number_type', 'rate_initial_interval', 'rate_initial', 'rate_next', 'fee'],
  ]);
  expect(() => readPriceFile('prefix,country\n49,de')).toThrow('lacks the columns destination, number_type');
  expect(() => readPriceFile(header)).toThrow('has no prices');
});

test('refuses a last line without a line end, in which a price may be half of one', () => {
  const text = `${header}\n${germany}\n${mobile.slice(0, -1)}`;
  expect(readPriceFile(text).faults).toEqual([
    'line 3: it has no line end, so the file may have been cut in it: copy it again, or add a line end if it is complete',
  ]);
  expect(readPriceFile(`${text}\r\n`).faults).toEqual([]);
});

test('loads versions of a list once, and the latest version at the time of a call counts', async () => {
  expect(await load([germany, mobile], {}, true)).toMatchObject({ added: 2 });
  expect(await findPrices(portal.database.system, 'standard_eur')).toEqual([]);
  expect(await load([germany, mobile])).toMatchObject({ added: 2, changed: 0, removed: 0 });
  expect(await load([mobile, germany.replaceAll('0.0120', '0.012')])).toMatchObject({
    added: 0,
    changed: 0,
    removed: 0,
  });
  await load([germany.replaceAll('0.0120', '0.0200')], { validFrom: '2026-12-01T00:00:00Z' });
  const tariff = createTariff(await findPrices(portal.database.system, 'standard_eur'));
  const rateAt = (moment: string, number: string) => tariff.at(moment)?.find(number)?.rate_initial;
  expect(rateAt('2026-11-30T23:59:59Z', '+491511234567')).toBe('0.121500');
  expect(rateAt('2026-12-01T00:00:00Z', '+491511234567')).toBe('0.020000');
  expect(tariff.at('1999-12-31T23:59:59Z')).toBeUndefined();
});

test('refuses other prices from the same moment unless they replace them', async () => {
  const changes = { listId: 'other_eur' };
  await load([germany, mobile], changes);
  const dearer = mobile.replaceAll('0.1215', '0.2000');
  await expect(load([dearer], changes)).rejects.toThrow('0 would be added, 1 changed, 1 removed');
  expect(await load([dearer], { ...changes, isReplacing: true })).toMatchObject({ changed: 1, removed: 1 });
  expect(await findPrices(portal.database.system, 'other_eur')).toMatchObject([
    { prefix: '4915', rate_next: '0.200000' },
  ]);
  await expect(load([dearer], { ...changes, currency: 'usd' })).rejects.toThrow('is in eur, not in usd');
});

test('gives the standard list to voicing services of the currency that have none', async () => {
  const { account } = await portal.customer();
  await givenService(portal.database, account.account_id);
  await givenService(portal.database, account.account_id, { type: 'messaging' });
  expect(await load([germany], { listId: 'later_eur' })).toMatchObject({ services: 1 });
  const lists = await portal.database.system.query(sql`
    select type, price_list_id from services where account_id = ${account.account_id} order by type`);
  expect(lists).toEqual([
    { type: 'messaging', price_list_id: null },
    { type: 'voicing', price_list_id: 'standard_eur' },
  ]);
});
