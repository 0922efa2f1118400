import type { Queryable } from '../../database/database.ts';
import { insertInto, selectList, sql } from '../../database/sql.ts';
import type { PriceRow } from './rating.ts';

export interface PriceList {
  price_list_id: string;
  title: string;
  currency: string;
}

const columns = selectList([
  'prefix',
  'country',
  'destination',
  'number_type',
  'rate_initial_interval',
  'rate_initial',
  'rate_next_interval',
  'rate_next',
  'fee',
] satisfies (keyof PriceRow)[]);

export async function findPrices(db: Queryable, priceListId: string) {
  return db.query<PriceRow>(sql`
    select ${columns} from prices
    where price_list_id = ${priceListId}
    order by prefix`);
}

export async function insertPriceList(
  db: Queryable,
  list: PriceList,
  prices: readonly PriceRow[],
): Promise<void> {
  await db.run(sql`
    ${insertInto('price_lists', list)}
    on conflict do nothing`);
  await db.run(sql`
    insert into prices (price_list_id, ${columns})
    select ${list.price_list_id}, ${columns} from json_populate_recordset(null::prices, ${JSON.stringify(prices)})
    on conflict do nothing`);
}

/** Returns the price list of new services in a currency; null if there is none. */
export async function findStandardPriceList(db: Queryable, currency: string): Promise<string | null> {
  const row = await db.first<{ price_list_id: string }>(sql`
    select price_list_id from price_lists where currency = ${currency} order by created, price_list_id limit 1`);
  return row?.price_list_id ?? null;
}
