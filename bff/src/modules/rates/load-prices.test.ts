import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import type { Transaction } from '../../database/database.ts';
import { rawSql, sql } from '../../database/sql.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { givenService } from '../services/services.fixtures.ts';
import { loadPrices, makeStandard, type PriceListVersion } from './load-prices.ts';
import { readPriceFile } from './price-file.ts';
import { findPrices, findStandardPriceLists, insertList } from './rates.repository.ts';
import { createTariff } from './rating.ts';
import { describeWider } from './wider-prices.ts';

const portal = testPortal();
const migration = new URL('../../../migrations/0670-standard-price-lists.sql', import.meta.url);
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

test('refuses a later version that lacks prices, unless they are to end', async () => {
  const changes = { listId: 'cut_eur' };
  const estonia = '372,ee,Estonia,fixed,60,0.0120,1,0.0120,0';
  await load([germany, mobile, estonia], changes);
  const later = { ...changes, validFrom: '2026-12-01T00:00:00Z' };
  const refused = '2026-12-01T00:00:00Z on, 2 prefixes that have a price before would have none';
  for (const isDryRun of [true, false])
    await expect(load([mobile], later, isDryRun)).rejects.toThrow(refused);
  await expect(load([mobile], later)).rejects.toThrow(': 372, 49. Add them to that version');
  // The shorter prefix has a price for it.
  expect(await load([germany, estonia], later)).toMatchObject({ added: 2, ended: 0 });
  const france = '33,fr,France,fixed,60,0.0120,1,0.0120,0';
  const between = { ...changes, validFrom: '2026-11-15T00:00:00Z' };
  await expect(load([germany, estonia, france], between)).rejects.toThrow(
    'From the next version of the list on, 1 prefixes that have a price before would have none, and calls there would cost nothing: 33.',
  );
  const latest = { ...changes, validFrom: '2026-12-02T00:00:00Z' };
  expect(await load([germany], { ...latest, isEnding: true })).toMatchObject({ added: 1, ended: 1 });
  expect(await load([germany], latest)).toMatchObject({ added: 0 });
});

test('refuses to replace a version by one that lacks prices, unless they are to end', async () => {
  const changes = { listId: 'replaced_eur', isReplacing: true };
  const nepal = '977,np,Nepal,fixed,60,0.2000,1,0.2000,0';
  await load([germany, mobile, nepal], changes);
  await expect(load([germany], changes)).rejects.toThrow(
    '2000-01-01T00:00:00Z on, 1 prefixes that have a price before would have none, and calls there would cost nothing: 977.',
  );
  const later = { ...changes, validFrom: '2026-12-01T00:00:00Z' };
  await load([germany, nepal], later);
  await expect(load([mobile], later)).rejects.toThrow('2 prefixes that have a price before would have none');
  expect(await load([germany], { ...later, isEnding: true })).toMatchObject({ removed: 1, ended: 1 });
});

test('names prices that end and are wider from then on, if they cost something else', async () => {
  const changes = { listId: 'wider_eur' };
  const berlin = '4930,de,Berlin,fixed,60,0.012,1,0.0120,0.00';
  const free = '49800,de,Freephone,toll_free,1,0,1,0,0';
  await load([germany, mobile, berlin, free], changes);
  const later = { ...changes, validFrom: '2026-12-01T00:00:00Z' };
  const { wider } = await load([germany], later, true);
  expect(wider).toEqual([
    { place: '4915', before: '0.1315', after: '0.0120' },
    { place: '49800', before: '0.0000', after: '0.0120' },
  ]);
  expect(describeWider('calls', wider)).toBe(
    ' 2 prefixes that the file lacks have the price of a shorter prefix: 1 become cheaper, 1 dearer (a call of one minute: 4915 0.0120 instead of 0.1315, 49800 0.0120 instead of 0.0000).',
  );
  expect(await load([germany], { ...changes, isReplacing: true }, true)).toMatchObject({ wider });
  expect(await load([germany, mobile, berlin, free], later)).toMatchObject({ wider: [] });
});

test('refuses other prices from the same moment unless they replace them', async () => {
  const changes = { listId: 'other_eur' };
  await load([germany, mobile], changes);
  const dearer = mobile.replaceAll('0.1215', '0.2000');
  await expect(load([dearer], changes)).rejects.toThrow('0 would be added, 1 changed, 1 removed');
  const replacing = { ...changes, isReplacing: true, isEnding: true };
  expect(await load([dearer], replacing)).toMatchObject({ changed: 1, removed: 1 });
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

describe('the standard list', () => {
  const inDollars = { currency: 'usd', listId: 'usual_usd' } as const;
  const vip = { currency: 'usd', listId: 'vip_usd' } as const;
  const ofNewService = async () => {
    const customer = await portal.customer({ currency: 'usd' });
    const { body } = await customer.post('/v1/services', { type: 'voicing' });
    const { price_list_id } = await portal.database.system.one<{ price_list_id: string }>(
      sql`select price_list_id from services where service_id = ${body.service.service_id}`,
    );
    return price_list_id;
  };
  const createdIn = (year: number, listId: string) =>
    portal.superuser.system.run(
      sql`update price_lists set created = make_timestamptz(${year}, 6, 1, 0, 0, 0) where price_list_id = ${listId}`,
    );

  test('is the one that was loaded first, whatever the clock said', async () => {
    const first = { standard: 'usual_usd', standard_before: null };
    expect(await load([germany], inDollars, true)).toMatchObject(first);
    expect(await load([germany], inDollars)).toMatchObject(first);
    await createdIn(2037, 'usual_usd');
    const other = { standard: 'usual_usd', standard_before: 'usual_usd', services: 0 };
    expect(await load([mobile], vip)).toMatchObject(other);
    await createdIn(2025, 'vip_usd');
    expect(await load([mobile], vip)).toMatchObject(other);
    expect(await ofNewService()).toBe('usual_usd');
  });

  test('is another one when the staff choose it, with or without a file', async () => {
    const chosen = { standard: 'vip_usd', standard_before: 'usual_usd', currency: 'usd', kind: 'calls' };
    expect(await makeStandard(portal.database, 'vip_usd', { isDryRun: true })).toMatchObject(chosen);
    expect(await ofNewService()).toBe('usual_usd');
    expect(await makeStandard(portal.database, 'vip_usd', { isDryRun: false })).toMatchObject(chosen);
    expect(await ofNewService()).toBe('vip_usd');
    expect(await load([germany], { ...inDollars, isStandard: true })).toMatchObject({
      ...{ standard: 'usual_usd', standard_before: 'vip_usd' },
    });
    expect(await ofNewService()).toBe('usual_usd');
    const wrong = makeStandard(portal.database, 'none_usd', { isDryRun: false });
    await expect(wrong).rejects.toThrow('There is no price list none_usd.');
    expect(await findStandardPriceLists(portal.database.system)).toContainEqual(
      expect.objectContaining({ price_list_id: 'usual_usd', currency: 'usd', kind: 'calls' }),
    );
  });

  test('is one of two that are loaded first at the same time', async () => {
    const insert = (listId: string) => (tx: Transaction) =>
      insertList(tx, { price_list_id: listId, title: listId, currency: 'usd', kind: 'messages' });
    const { database } = portal;
    const second = await database.asBackground(async (tx) => {
      await insert('one')(tx);
      const later = database.asBackground(insert('two'));
      // It has reached the lock, or the index.
      await setTimeout(300);
      return { inserted: later };
    });
    await second.inserted;
    const marked = await portal.database.system.query(sql`
      select price_list_id from price_lists where kind = 'messages' and currency = 'usd' and is_standard`);
    expect(marked).toHaveLength(1);
    const both = portal.database.system.run(
      sql`update price_lists set is_standard = true where price_list_id in ('one', 'two')`,
    );
    await expect(both).rejects.toThrow('price_lists_standard');
  });
});

test('a database of before keeps the standard lists that it had', async () => {
  const undo = new Error('undo');
  const attempt = portal.superuser.asBackground(async (tx) => {
    await tx.run(rawSql('drop index price_lists_standard'));
    await tx.run(rawSql('alter table price_lists drop column is_standard'));
    await tx.run(
      rawSql(`update price_lists set created = '2099-01-01';
      insert into price_lists (price_list_id, title, currency, kind, created) values
        ('later', 'l', 'eur', 'calls', '2026-02-01'), ('first', 'f', 'eur', 'calls', '2026-01-01'),
        ('b', 'b', 'usd', 'calls', '2026-01-01'), ('a', 'a', 'usd', 'calls', '2026-01-01'),
        ('sms', 's', 'eur', 'messages', '2026-03-01')`),
    );
    await tx.run(rawSql(readFileSync(migration, 'utf8')));
    const lists = await findStandardPriceLists(tx);
    expect(lists.map(({ price_list_id }) => price_list_id)).toEqual(['first', 'sms', 'a', 'one']);
    throw undo;
  });
  await expect(attempt).rejects.toBe(undo);
});
