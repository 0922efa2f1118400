import { Big } from '../../listing/decimal.ts';
import { canExist } from '../../phone-numbers/trunk-prefixes.ts';

/** The rate of a call: prices per minute, intervals in seconds, a fee for each answered call. */
export interface Rate {
  rate_initial_interval: number;
  rate_initial: string;
  rate_next_interval: number;
  rate_next: string;
  fee: string;
}

/** A price of a list; the longest matching prefix counts. */
export interface PriceRow extends Rate {
  prefix: string;
  country: string;
  destination: string;
  number_type: string;
}

/**
 * Computes the price of a call: the first interval is billed in full, then every started next one. Rounds once, at
 * the end, to a millionth: 67 s at 60/1 and 0.0120 is 0.0120 + 7 × 0.0002 = 0.013400. An unanswered call is free.
 */
export function rateCall(durationSeconds: number, rate: Rate) {
  if (durationSeconds <= 0) return { billed_seconds: 0, price: '0.000000' };
  const rest = Math.max(0, durationSeconds - rate.rate_initial_interval);
  const restBilled = Math.ceil(rest / rate.rate_next_interval) * rate.rate_next_interval;
  const initial = new Big(rate.rate_initial).times(rate.rate_initial_interval);
  const next = new Big(rate.rate_next).times(restBilled);
  return {
    billed_seconds: rate.rate_initial_interval + restBilled,
    price: initial.plus(next).div(60).plus(rate.fee).toFixed(6),
  };
}

/** A price that is valid from a moment until a later version of its list is. */
export interface DatedPrice extends PriceRow {
  /** RFC 3339. */
  valid_from: string;
}

/** The charge of a call without a price. */
export const freeOfCharge = {
  rate_initial_interval: null,
  rate_initial: null,
  rate_next_interval: null,
  rate_next: null,
  fee: null,
  billed_seconds: 0,
  price: '0.000000',
};

export function ratesOf({
  rate_initial_interval,
  rate_initial,
  rate_next_interval,
  rate_next,
  fee,
}: Rate): Rate {
  return { rate_initial_interval, rate_initial, rate_next_interval, rate_next, fee };
}

/** The destination of a call to a number with this price. */
export function placeOf(price: PriceRow | undefined) {
  const { destination = null, prefix: destination_prefix = null, number_type = 'unknown' } = price ?? {};
  return { destination, destination_prefix, number_type };
}

/** Creates a lookup of prices by number: the longest matching prefix counts. */
export function createPriceBook<Price extends PriceRow>(prices: readonly Price[]) {
  const byPrefix = new Map(prices.map((price) => [price.prefix, price]));
  const longest = prices.reduce((length, { prefix }) => Math.max(length, prefix.length), 0);

  /** Returns the price of numbers that begin with these digits; undefined if there is none for all of them. */
  const findByDigits = (digits: string): Price | undefined => {
    for (let length = Math.min(longest, digits.length); length > 0; length -= 1) {
      const price = byPrefix.get(digits.slice(0, length));
      if (price !== undefined) return price;
    }
    return undefined;
  };

  return {
    findByDigits,
    /** Returns the price of an E.164 number with its plus sign; undefined for anything else, and for what no number can be. */
    find: (number: string): Price | undefined =>
      /^\+[1-9]\d{6,14}$/.test(number) && canExist(number.slice(1))
        ? findByDigits(number.slice(1))
        : undefined,
  };
}

export type PriceBook = ReturnType<typeof createPriceBook>;

/** Creates a lookup of price books by the time of a call. */
export function createTariff(prices: readonly DatedPrice[]) {
  const versions = [...Map.groupBy(prices, ({ valid_from }) => Date.parse(valid_from))]
    .toSorted(([a], [b]) => b - a)
    .map(([fromMs, ofVersion]) => ({ fromMs, book: createPriceBook(ofVersion) }));

  return {
    /** Returns the prices that are valid at a moment, RFC 3339; undefined before the first version. */
    at: (moment: string): PriceBook | undefined => {
      const ms = Date.parse(moment);
      return versions.find(({ fromMs }) => fromMs <= ms)?.book;
    },
  };
}

export type Tariff = ReturnType<typeof createTariff>;
