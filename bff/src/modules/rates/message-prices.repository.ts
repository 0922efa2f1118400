import type { Queryable } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { OperatorError } from '../../errors/operator-error.ts';
import {
  createMessageTariff,
  type DatedMessagePrice,
  type MessagePriceRow,
  type MessageTariff,
} from './message-rating.ts';
import { earliest, insertList, type PriceList } from './rates.repository.ts';

/** Returns every version of a price list for messages. */
export async function findMessagePrices(db: Queryable, priceListId: string): Promise<DatedMessagePrice[]> {
  return db.query<DatedMessagePrice>(sql`
    select valid_from, country, mcc, mnc, operator, unit_price::text from message_prices
    where price_list_id = ${priceListId}
    order by valid_from, country, mcc, mnc, operator`);
}

/** Returns the current prices of a list for messages, of some countries if they are given. */
export async function findCurrentMessagePrices(
  db: Queryable,
  { priceListId, countries }: { priceListId: string; countries?: readonly string[] | undefined },
  limit: number | null = null,
): Promise<DatedMessagePrice[]> {
  const ofCountries = countries === undefined ? sql`true` : sql`country = any(${countries}::text[])`;
  return db.query<DatedMessagePrice>(sql`
    select valid_from, country, mcc, mnc, operator, unit_price::text from message_prices
    where price_list_id = ${priceListId} and ${ofCountries} and valid_from = (
      select max(valid_from) from message_prices where price_list_id = ${priceListId} and valid_from <= now())
    order by country, operator nulls last, mcc, mnc limit ${limit}`);
}

/** Inserts a version of a price list for messages, and the list if it is new. */
export async function insertMessagePrices(
  db: Queryable,
  list: Omit<PriceList, 'kind'>,
  prices: readonly MessagePriceRow[],
  validFrom = earliest,
): Promise<void> {
  await insertList(db, { ...list, kind: 'messages' });
  await db.run(sql`
    insert into message_prices (price_list_id, valid_from, country, mcc, mnc, operator, unit_price)
    select ${list.price_list_id}, ${validFrom}, country, mcc, mnc, operator, unit_price
    from json_populate_recordset(null::message_prices, ${JSON.stringify(prices)})
    on conflict do nothing`);
}

export async function deleteMessagePrices(
  db: Queryable,
  priceListId: string,
  validFrom: string,
): Promise<void> {
  await db.run(
    sql`delete from message_prices where price_list_id = ${priceListId} and valid_from = ${validFrom}`,
  );
}

/** Returns the prices of a messaging service. Throws OperatorError if it has none: its messages would cost nothing. */
export async function requireMessageTariff(
  db: Queryable,
  {
    service_id,
    currency,
    price_list_id,
  }: { service_id: string; currency: string; price_list_id: string | null },
): Promise<MessageTariff> {
  const prices = price_list_id === null ? [] : await findMessagePrices(db, price_list_id);
  if (prices.length === 0)
    throw new OperatorError(
      `Service ${service_id} has no prices in ${currency}: its messages would cost nothing. Load a price list with "npm run prices:load -- --kind messages".`,
    );
  return createMessageTariff(prices);
}
