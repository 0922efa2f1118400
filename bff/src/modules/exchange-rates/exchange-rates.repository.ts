import type { Queryable } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';

export interface ExchangeRate {
  /** ISO 4217 in lower case. */
  currency: string;
  /** `YYYY-MM-DD` */
  day: string;
  /** Units of the currency for one euro. */
  rate: string;
  source: string;
}

/** Inserts the rates that are not stored yet. Returns how many these were. */
export async function insertExchangeRates(db: Queryable, rates: readonly ExchangeRate[]): Promise<number> {
  const rows = await db.query(sql`
    insert into exchange_rates (currency, day, rate, source)
    select * from jsonb_to_recordset(${JSON.stringify(rates)}::jsonb)
      as given (currency text, day date, rate numeric, source text)
    on conflict (currency, day) do nothing
    returning day`);
  return rows.length;
}

/** Returns a stored rate that differs from the given ones; undefined if all agree. */
export async function findContradiction(db: Queryable, rates: readonly ExchangeRate[]) {
  return db.first<{ currency: string; day: string; stored: string; given: string }>(sql`
    select stored.currency, stored.day::text as day, trim_scale(stored.rate)::text as stored,
      trim_scale(given.rate)::text as given
    from jsonb_to_recordset(${JSON.stringify(rates)}::jsonb) as given (currency text, day date, rate numeric)
    join exchange_rates stored using (currency, day)
    where stored.rate <> given.rate
    order by stored.day limit 1`);
}

/**
 * Lets a document that is being issued and a correction of a rate wait for each other until the transaction ends: `shared` for
 * documents, which do not wait for each other.
 */
export async function lockExchangeRates(db: Queryable, how: 'shared' | 'exclusive'): Promise<void> {
  const lock = how === 'shared' ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`;
  await db.run(sql`select ${lock}(hashtextextended('exchange rates', 0))`);
}

/** Returns a stored rate; undefined if the day has none. */
export async function findStoredRate(db: Queryable, currency: string, day: string) {
  return db.first<ExchangeRate>(sql`
    select currency, day::text as day, trim_scale(rate)::text as rate, source from exchange_rates
    where currency = ${currency} and day = ${day}`);
}

/** Returns the numbers of the documents that state a rate, in their order. */
export async function findDocumentsWithRate(
  db: Queryable,
  { currency, day, source }: Pick<ExchangeRate, 'currency' | 'day' | 'source'>,
): Promise<string[]> {
  const stated = JSON.stringify({ exchange_rate_source: `${source} ${day}` });
  const rows = await db.query<{ number: string }>(sql`
    select number from monthly_vat_invoices
    where currency = ${currency}
      and (detail @> ${stated}::jsonb or detail -> 'tax_conversions' @> jsonb_build_array(${stated}::jsonb))
    order by number`);
  return rows.map(({ number }) => number);
}

export async function updateExchangeRate(
  db: Queryable,
  { currency, day, rate, source }: ExchangeRate,
): Promise<void> {
  await db.run(sql`
    update exchange_rates set rate = ${rate}, source = ${source}, loaded = now()
    where currency = ${currency} and day = ${day}`);
}

/** Returns the latest rate of a currency that was published on a day or in the `days` before it, and whether one of a later day is stored. */
export async function findExchangeRate(db: Queryable, currency: string, day: string, days: number) {
  return db.first<ExchangeRate & { has_later: boolean }>(sql`
    select currency, day::text as day, trim_scale(rate)::text as rate, source,
      exists(select from exchange_rates later where later.currency = ${currency} and later.day > ${day}) as has_later
    from exchange_rates
    where currency = ${currency} and day between ${day}::date - ${days}::integer and ${day}::date
    order by day desc limit 1`);
}
