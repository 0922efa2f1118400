import { OperatorError } from '../../errors/operator-error.ts';
import { createMessagePriceBook, type MessagePriceRow, messagePlace } from './message-rating.ts';
import { createPriceBook, type PriceRow } from './rating.ts';

/** The prices of a file, or of a version of a list. */
export type GivenPrices =
  | { kind: 'calls'; prices: readonly PriceRow[] }
  | { kind: 'messages'; prices: readonly MessagePriceRow[] };

/** Names the prefixes or networks that have a price of their own in one version and no price in the other, not even a wider one. */
export function missingPrices(before: GivenPrices, after: GivenPrices): string[] {
  if (before.kind === 'calls' && after.kind === 'calls') {
    const { findByDigits } = createPriceBook(after.prices);
    return before.prices.map(({ prefix }) => prefix).filter((prefix) => findByDigits(prefix) === undefined);
  }
  if (before.kind === 'messages' && after.kind === 'messages') {
    const { find } = createMessagePriceBook(after.prices);
    return before.prices.filter((price) => find(price) === undefined).map(messagePlace);
  }
  throw new Error('a list has prices of one kind');
}

const mostNamed = 10;
const consequences = {
  calls: ['prefixes', 'calls there would cost nothing'],
  messages: ['networks', 'messages there would be refused'],
} as const;

/** Refuses prices that would end without another one in their place. */
export function refuseMissing(kind: GivenPrices['kind'], missing: readonly string[], when: string): void {
  if (missing.length === 0) return;
  const [what, consequence] = consequences[kind];
  const named = `${missing.slice(0, mostNamed).join(', ')}${missing.length > mostNamed ? ', …' : ''}`;
  throw new OperatorError(
    `${when}, ${missing.length} ${what} that have a price before would have none, and ${consequence}: ${named}. Add them to that version, or give --end-missing if they are to end.`,
  );
}
