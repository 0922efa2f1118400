import type { Queryable } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import type { PriceRow } from './rating.ts';

export interface PriceList {
  price_list_id: string;
  title: string;
  currency: string;
}

export async function findPrices(database: Queryable, priceListId: string): Promise<PriceRow[]> {
  return database.query<PriceRow>(sql`
    select prefix, country, destination, number_type, rate_initial_interval, rate_initial, rate_next_interval, rate_next, fee
    from prices where price_list_id = ${priceListId}
    order by prefix`);
}

export async function insertPriceList(
  database: Queryable,
  list: PriceList,
  prices: readonly PriceRow[],
): Promise<void> {
  await database.run(sql`
    insert into price_lists (price_list_id, title, currency)
    values (${list.price_list_id}, ${list.title}, ${list.currency})
    on conflict do nothing`);
  await database.run(sql`
    insert into prices (price_list_id, prefix, country, destination, number_type, rate_initial_interval, rate_initial,
      rate_next_interval, rate_next, fee)
    select ${list.price_list_id}, prefix, country, destination, number_type, rate_initial_interval, rate_initial,
      rate_next_interval, rate_next, fee
    from json_to_recordset(${JSON.stringify(prices)}) as price(prefix text, country text, destination text,
      number_type text, rate_initial_interval integer, rate_initial numeric, rate_next_interval integer,
      rate_next numeric, fee numeric)
    on conflict do nothing`);
}

/** The price list that a new service starts with, if its currency has one. */
export async function findStandardPriceList(database: Queryable, currency: string): Promise<string | null> {
  const row = await database.first<{ price_list_id: string }>(sql`
    select price_list_id from price_lists where currency = ${currency} order by created, price_list_id limit 1`);
  return row?.price_list_id ?? null;
}
