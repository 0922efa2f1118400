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

/** The version of a price list for messages that is valid now. */
const currentVersion = (priceListId: string) => sql`(
  select max(valid_from) from message_prices where price_list_id = ${priceListId} and valid_from <= now())`;

/** Returns up to `limit` current prices of a list for messages, of some countries if they are given. */
export async function findCurrentMessagePrices(
  db: Queryable,
  { priceListId, countries }: { priceListId: string; countries?: readonly string[] | undefined },
  limit: number,
): Promise<DatedMessagePrice[]> {
  const ofCountries = countries === undefined ? sql`true` : sql`country = any(${countries}::text[])`;
  return db.query<DatedMessagePrice>(sql`
    select valid_from, country, mcc, mnc, operator, unit_price::text from message_prices
    where price_list_id = ${priceListId} and ${ofCountries}
      and valid_from = ${currentVersion(priceListId)}
    order by country, operator nulls last, mcc, mnc limit ${limit}`);
}

/**
 * Returns up to `limit` current prices of a list for messages in the order of `findCurrentMessagePrices`, each as JSON of a
 * DatedMessagePrice: the first ones, or those of the same version after a price.
 */
export async function findMessagePriceRows(
  db: Queryable,
  { priceListId, after }: { priceListId: string; after?: Omit<DatedMessagePrice, 'unit_price'> | undefined },
  limit: number,
): Promise<string[]> {
  // Null compares with nothing, so the places of nulls are columns of their own. A network has both MCC and MNC, or neither.
  const order = sql`country, operator is null, coalesce(operator, ''), mcc is null, coalesce(mcc, ''), coalesce(mnc, '')`;
  const position =
    after === undefined
      ? sql`valid_from = ${currentVersion(priceListId)}`
      : sql`valid_from = ${after.valid_from} and (${order}) > (${after.country},
          ${after.operator === null}::boolean, ${after.operator ?? ''}::text,
          ${after.mcc === null}::boolean, ${after.mcc ?? ''}::text, ${after.mnc ?? ''}::text)`;
  const rows = await db.query<{ row: string }>(sql`
    select row_to_json(listed)::text as row
    from (
      select valid_from, country, mcc, mnc, operator, unit_price::text from message_prices
      where price_list_id = ${priceListId} and ${position}
    ) as listed
    order by ${order} limit ${limit}`);
  return rows.map(({ row }) => row);
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
