import { Big, trimmed } from '../../listing/decimal.ts';
import { createMessagePriceBook, messagePlace } from './message-rating.ts';
import type { GivenPrices } from './missing-prices.ts';
import { createPriceBook, type Rate, rateCall } from './rating.ts';

/** A price that ends, and the wider one in its place: for a call of one minute, or for a segment of a message. */
export interface WiderPrice {
  place: string;
  before: string;
  after: string;
}

/**
 * Returns what has a price of its own in one version, and costs something else in the other one, which has only the price of a
 * shorter prefix, or of the operator or country.
 */
export function widerPrices(before: GivenPrices, after: GivenPrices): WiderPrice[] {
  if (before.kind === 'calls' && after.kind === 'calls') {
    const { findByDigits } = createPriceBook(after.prices);
    return before.prices.flatMap((price) => {
      const found = findByDigits(price.prefix);
      if (found === undefined || found.prefix === price.prefix || isSameRate(found, price)) return [];
      return [{ place: price.prefix, before: ofMinute(price), after: ofMinute(found) }];
    });
  }
  if (before.kind === 'messages' && after.kind === 'messages') {
    const { find } = createMessagePriceBook(after.prices);
    return before.prices.flatMap((price) => {
      const [place, found] = [messagePlace(price), find(price)];
      if (found === undefined || messagePlace(found) === place) return [];
      const isSame = new Big(found.unit_price).eq(price.unit_price);
      return isSame ? [] : [{ place, before: amount(price.unit_price), after: amount(found.unit_price) }];
    });
  }
  throw new Error('a list has prices of one kind');
}

const mostNamed = 10;
const words = {
  calls: ['prefixes', 'a shorter prefix', 'a call of one minute'],
  messages: ['networks', 'their operator or country', 'a segment'],
} as const;

/** Returns a sentence for the staff, or an empty text if nothing costs something else. */
export function describeWider(kind: GivenPrices['kind'], wider: readonly WiderPrice[]): string {
  if (wider.length === 0) return '';
  const [what, whose, unit] = words[kind];
  const cheaper = wider.filter(({ before, after }) => new Big(after).lt(before)).length;
  const dearer = wider.filter(({ before, after }) => new Big(after).gt(before)).length;
  const named = wider
    .slice(0, mostNamed)
    .map(({ place, before, after }) => `${place} ${after} instead of ${before}`);
  const more = wider.length > mostNamed ? ', …' : '';
  return ` ${wider.length} ${what} that the file lacks have the price of ${whose}: ${cheaper} become cheaper, ${dearer} dearer (${unit}: ${named.join(', ')}${more}).`;
}

function isSameRate(one: Rate, other: Rate): boolean {
  const amounts = ['rate_initial', 'rate_next', 'fee'] as const;
  return (
    one.rate_initial_interval === other.rate_initial_interval &&
    one.rate_next_interval === other.rate_next_interval &&
    amounts.every((name) => new Big(one[name]).eq(other[name]))
  );
}

function ofMinute(rate: Rate): string {
  return amount(rateCall(60, rate).price);
}

function amount(price: string): string {
  return trimmed(new Big(price).toFixed(6), 4);
}
