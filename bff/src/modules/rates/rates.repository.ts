import type { Queryable } from '../../database/database.ts';
import { insertInto, selectList, sql } from '../../database/sql.ts';
import type { DatedPrice, PriceRow } from './rating.ts';

/** What a price list has prices for. */
export type PriceKind = 'calls' | 'messages';

export interface PriceList {
  price_list_id: string;
  title: string;
  currency: string;
  /** Calls unless given. */
  kind?: PriceKind;
}

const priceColumns = [
  'prefix',
  'country',
  'destination',
  'number_type',
  'rate_initial_interval',
  'rate_initial',
  'rate_next_interval',
  'rate_next',
  'fee',
] as const satisfies (keyof PriceRow)[];
const columns = selectList(priceColumns);
/** The columns for JSON, whose numbers would lose digits. */
const exactColumns = selectList(priceColumns, {
  rate_initial: sql`rate_initial::text`,
  rate_next: sql`rate_next::text`,
  fee: sql`fee::text`,
});

/** The start of lists without a date: no call is older. */
export const earliest = '2000-01-01T00:00:00Z';

/** Returns every version of a price list for calls. */
export async function findPrices(db: Queryable, priceListId: string): Promise<DatedPrice[]> {
  return db.query<DatedPrice>(sql`
    select valid_from, ${columns} from prices
    where price_list_id = ${priceListId}
    order by valid_from, prefix`);
}

/** The version of a price list for calls that is valid now. */
const currentVersion = (priceListId: string) => sql`(
  select max(valid_from) from prices where price_list_id = ${priceListId} and valid_from <= now())`;

/** Returns the current prices of a list for calls, at most one for each prefix. */
export async function findCurrentPrices(
  db: Queryable,
  { priceListId, prefixes }: { priceListId: string; prefixes: readonly string[] },
): Promise<DatedPrice[]> {
  return db.query<DatedPrice>(sql`
    select valid_from, ${columns} from prices
    where price_list_id = ${priceListId} and valid_from = ${currentVersion(priceListId)}
      and prefix = any(${prefixes}::text[])
    order by prefix`);
}

/**
 * Returns up to `limit` current prices of a list for calls by prefix, each as JSON of a DatedPrice: the first ones, or those of the
 * same version after a price.
 */
export async function findPriceRows(
  db: Queryable,
  {
    priceListId,
    after,
  }: { priceListId: string; after?: Pick<DatedPrice, 'valid_from' | 'prefix'> | undefined },
  limit: number,
): Promise<string[]> {
  const position =
    after === undefined
      ? sql`valid_from = ${currentVersion(priceListId)}`
      : sql`valid_from = ${after.valid_from} and prefix > ${after.prefix}`;
  const rows = await db.query<{ row: string }>(sql`
    select row_to_json(listed)::text as row
    from (select valid_from, ${exactColumns} from prices where price_list_id = ${priceListId} and ${position}) as listed
    order by prefix limit ${limit}`);
  return rows.map(({ row }) => row);
}

/** A current price of calls, with all prefixes that have it. */
export type PriceOfDestination = Omit<DatedPrice, 'prefix'> & { prefixes: string[] };

/** Returns the current prices of destinations in the order of their names. */
export async function findDestinationPrices(
  db: Queryable,
  { priceListId, country }: { priceListId: string; country?: string | undefined },
  limit: number,
): Promise<PriceOfDestination[]> {
  const ofCountry = country === undefined ? sql`true` : sql`country = ${country}`;
  const shared = selectList(priceColumns.filter((column) => column !== 'prefix'));
  return db.query<PriceOfDestination>(sql`
    select valid_from, ${shared}, array_agg(prefix order by prefix) as prefixes from prices
    where price_list_id = ${priceListId} and valid_from = ${currentVersion(priceListId)} and ${ofCountry}
    group by valid_from, ${shared}
    order by destination, prefixes limit ${limit}`);
}

/** Inserts a version of a price list for calls, and the list if it is new. */
export async function insertPriceList(
  db: Queryable,
  list: PriceList,
  prices: readonly PriceRow[],
  validFrom = earliest,
): Promise<void> {
  await insertList(db, list);
  await db.run(sql`
    insert into prices (price_list_id, valid_from, ${columns})
    select ${list.price_list_id}, ${validFrom}, ${columns}
    from json_populate_recordset(null::prices, ${JSON.stringify(prices)})
    on conflict do nothing`);
}

export async function deletePrices(db: Queryable, priceListId: string, validFrom: string): Promise<void> {
  await db.run(sql`delete from prices where price_list_id = ${priceListId} and valid_from = ${validFrom}`);
}

/** Inserts a list without prices, unless it exists. The first list of a currency and kind becomes the standard one. */
export async function insertList(db: Queryable, list: PriceList): Promise<void> {
  await lockStandardPriceLists(db);
  await db.run(sql`
    ${insertInto('price_lists', list)}
    on conflict (price_list_id) do nothing`);
  await db.run(sql`
    update price_lists l set is_standard = true
    where price_list_id = ${list.price_list_id} and standard_price_list(l.currency, l.kind) is null`);
}

/** Lets choices of standard lists wait for each other: of two first lists that are loaded at the same time, the second finds the first. */
export async function lockStandardPriceLists(db: Queryable): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended('standard price lists', 0))`);
}

/** Makes a list the one that new services of its currency and kind get. The caller has locked the standard lists. */
export async function replaceStandardPriceList(
  db: Queryable,
  { price_list_id, currency, kind }: Required<PriceList>,
): Promise<void> {
  await db.run(sql`
    update price_lists set is_standard = false where currency = ${currency} and kind = ${kind} and is_standard`);
  await db.run(sql`update price_lists set is_standard = true where price_list_id = ${price_list_id}`);
}

/** Returns the lists that new services get, one for each currency and kind. */
export async function findStandardPriceLists(db: Queryable): Promise<Required<PriceList>[]> {
  return db.query<Required<PriceList>>(sql`
    select price_list_id, title, currency, kind from price_lists where is_standard order by currency, kind`);
}

/** Finds a price list and locks it, so that one command at a time loads it. */
export async function lockPriceList(db: Queryable, priceListId: string) {
  return db.first<Required<PriceList>>(sql`
    select price_list_id, title, currency, kind from price_lists where price_list_id = ${priceListId} for update`);
}

/** Gives the standard list of a currency to the services that need one and have none. Returns their number. */
export async function useStandardPriceList(
  db: Queryable,
  currency: string,
  kind: PriceKind,
): Promise<number> {
  const standard = await findStandardPriceList(db, currency, kind);
  return db.run(sql`
    update services set price_list_id = ${standard}, updated = now()
    where type = ${kind === 'calls' ? 'voicing' : 'messaging'} and currency = ${currency} and price_list_id is null`);
}

/** Returns the price list of new services in a currency; null if there is none. */
export async function findStandardPriceList(
  db: Queryable,
  currency: string,
  kind: PriceKind,
): Promise<string | null> {
  const row = await db.one<{ price_list_id: string | null }>(
    sql`select standard_price_list(${currency}, ${kind}) as price_list_id`,
  );
  return row.price_list_id;
}
