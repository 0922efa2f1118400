import type { PriceRow } from './rates.repository.ts';

/** Finds the price of a number: the longest prefix counts. */
export function createPriceBook(prices: readonly PriceRow[]) {
  const byPrefix = new Map(prices.map((price) => [price.prefix, price]));
  const longest = prices.reduce((length, { prefix }) => Math.max(length, prefix.length), 0);

  return {
    /** `number` is E.164 with its plus sign; anything else has no price. */
    find: (number: string): PriceRow | undefined => {
      if (!number.startsWith('+')) return undefined;
      for (let length = Math.min(longest, number.length - 1); length > 0; length -= 1) {
        const price = byPrefix.get(number.slice(1, length + 1));
        if (price !== undefined) return price;
      }
      return undefined;
    },
  };
}

export type PriceBook = ReturnType<typeof createPriceBook>;
