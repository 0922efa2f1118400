import { readFileSync } from 'node:fs';
import { dateSchema } from '@portal/contract/dates';
import { euCountryCodes } from '@portal/contract/tax-number';
import * as v from 'valibot';

/** The member states by their one code in accounts and documents: Greece is `gr`. */
const memberStates: readonly string[] = euCountryCodes.filter((code) => code !== 'el');

const fileSchema = v.strictObject({
  /** Where rates without a `law` of their own were looked up. */
  source: v.string(),
  rates: v.array(
    v.strictObject({
      country: v.picklist(memberStates),
      /** Percent. */
      rate: v.pipe(v.string(), v.regex(/^\d{1,2}\.\d{2}$/)),
      /** The first day on which the rate applies; the next entry of the country ends it. */
      valid_from: dateSchema,
      law: v.optional(v.string()),
    }),
  ),
});

const { rates } = readRates();
const ratesByCountry = Map.groupBy(rates, ({ country }) => country);

/**
 * Returns a member state's standard VAT rate on a day, in percent with two decimals. Throws if the country is no member
 * state or the day is before the first known rate: a wrong rate would go onto documents.
 */
export function standardRate(country: string, day: string): string {
  const rate = ratesByCountry.get(country)?.findLast(({ valid_from }) => valid_from <= day);
  if (rate === undefined) throw new Error(`no standard VAT rate of ${country} on ${day} is known`);
  return rate.rate;
}

/** Reads the rates. A faulty file stops the start instead of the first invoice. */
function readRates() {
  const file = new URL('../../../vat/standard-rates.json', import.meta.url);
  const found = v.parse(fileSchema, JSON.parse(readFileSync(file, 'utf8')));
  found.rates.sort((a, b) => a.valid_from.localeCompare(b.valid_from));
  return found;
}
