import { type CallRate, type MessageRate, mostListedRates } from '@portal/contract/rates';
import type { Queryable } from '../../database/database.ts';
import { normalizeNumber } from '../../phone-numbers/normalize-number.ts';
import { findCurrentMessagePrices } from '../rates/message-prices.repository.ts';
import {
  earliest,
  findCurrentPrices,
  findDestinationPrices,
  type PriceOfDestination,
} from '../rates/rates.repository.ts';
import { createPriceBook, rateCall } from '../rates/rating.ts';
import { countriesOf, dialCode } from '../services/dial-codes.ts';
import type { ServiceRow } from '../services/services.repository.ts';

interface RateQuery {
  /** As it was asked for: its text may be no number. */
  number: string | null | undefined;
  country?: string | undefined;
}

type PricedService = Pick<ServiceRow, 'price_list_id'>;

/**
 * Returns the number that a text is, E.164, as the import of calls would read it; null when it is no whole number, undefined
 * without a text.
 */
export function readNumber(
  text: string | undefined,
  { country }: { country: string | null },
): string | null | undefined {
  if (text === undefined) return undefined;
  const number = normalizeNumber(text, country === null ? undefined : dialCode(country));
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : null;
}

/** Returns what calls cost now: to a number the price by which it would be rated, else those of a country or of all. */
export async function callRates(
  tx: Queryable,
  { price_list_id: priceListId }: PricedService,
  { number, country }: RateQuery,
): Promise<CallRate[]> {
  if (priceListId === null || number === null) return [];
  if (number === undefined) {
    const prices = await findDestinationPrices(tx, { priceListId, country }, mostListedRates + 1);
    return prices.map(callRate);
  }
  const digits = number.slice(1);
  const prefixes = Array.from(digits, (_, index) => digits.slice(0, index + 1));
  const candidates = await findCurrentPrices(tx, { priceListId, prefixes });
  const price = createPriceBook(candidates).find(number);
  if (price === undefined || (country !== undefined && price.country !== country)) return [];
  return [callRate({ ...price, prefixes: [price.prefix] })];
}

function callRate({ valid_from, ...price }: PriceOfDestination): CallRate {
  const { destination, country, number_type, prefixes } = price;
  const { rate_initial_interval, rate_initial, rate_next_interval, rate_next, fee } = price;
  return {
    destination,
    country,
    number_type,
    prefixes,
    rate_initial_interval,
    rate_initial,
    rate_next_interval,
    rate_next,
    fee,
    price_of_minute: rateCall(60, price).price,
    valid_since: validSince(valid_from),
  };
}

/**
 * Returns what messages cost now. A number shows its country and not its network, because numbers can be ported: it has the prices
 * of all networks of the country, or of the countries that share its code.
 */
export async function messageRates(
  tx: Queryable,
  { price_list_id: priceListId }: PricedService,
  { number, country }: RateQuery,
): Promise<MessageRate[]> {
  if (priceListId === null || number === null) return [];
  const ofNumber = number === undefined ? undefined : countriesOf(number);
  const chosen = country === undefined ? undefined : [country];
  const countries = ofNumber?.filter((code) => chosen === undefined || chosen.includes(code)) ?? chosen;
  const prices = await findCurrentMessagePrices(tx, { priceListId, countries }, mostListedRates + 1);
  return prices.map(({ valid_from, ...price }) => ({ ...price, valid_since: validSince(valid_from) }));
}

/** Lists without a date are valid from a moment before any call. */
export function validSince(validFrom: string): string | null {
  return Date.parse(validFrom) === Date.parse(earliest) ? null : validFrom;
}
