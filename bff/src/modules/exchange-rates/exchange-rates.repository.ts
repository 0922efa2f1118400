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

/** Returns the latest rate of a currency that was published on a day or in the `days` before it. */
export async function findExchangeRate(db: Queryable, currency: string, day: string, days: number) {
  return db.first<ExchangeRate>(sql`
    select currency, day::text as day, trim_scale(rate)::text as rate, source from exchange_rates
    where currency = ${currency} and day between ${day}::date - ${days}::integer and ${day}::date
    order by day desc limit 1`);
}
