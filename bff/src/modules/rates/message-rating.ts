import { Big } from '../../listing/decimal.ts';

/** The price of a segment for a network, for an operator in a country, or for the rest of a country. */
export interface MessagePriceRow {
  country: string;
  /** E.212; both or neither. */
  mcc: string | null;
  mnc: string | null;
  operator: string | null;
  unit_price: string;
}

/** A price that is valid from a moment until a later version of its list is. */
export interface DatedMessagePrice extends MessagePriceRow {
  /** RFC 3339. */
  valid_from: string;
}

/** Where a message goes, as far as it is known. */
export type MessageDestination = Pick<MessagePriceRow, 'mcc' | 'mnc' | 'operator'> & {
  country: string | null;
};

/** Creates a lookup of message prices by the time of a message. */
export function createMessageTariff(prices: readonly DatedMessagePrice[]) {
  const versions = [...Map.groupBy(prices, ({ valid_from }) => Date.parse(valid_from))]
    .toSorted(([a], [b]) => b - a)
    .map(([fromMs, ofVersion]) => ({ fromMs, book: createMessagePriceBook(ofVersion) }));

  return {
    /** Returns the prices that are valid at a moment, RFC 3339; undefined before the first version. */
    at: (moment: string): MessagePriceBook | undefined => {
      const ms = Date.parse(moment);
      return versions.find(({ fromMs }) => fromMs <= ms)?.book;
    },
  };
}

export type MessageTariff = ReturnType<typeof createMessageTariff>;

type MessagePriceBook = ReturnType<typeof createMessagePriceBook>;

/** Creates a lookup of message prices by destination. */
export function createMessagePriceBook(prices: readonly MessagePriceRow[]) {
  const byPlace = new Map<string, MessagePriceRow>();
  for (const price of prices) byPlace.set(messagePlace(price), price);

  return {
    /** Returns the price of the network, else of the operator, else of the country; undefined if there is none. */
    find: ({ country, mcc, mnc, operator }: MessageDestination): MessagePriceRow | undefined => {
      const network = mcc !== null && mnc !== null ? byPlace.get(`network ${mcc} ${mnc}`) : undefined;
      if (network !== undefined || country === null) return network;
      const ofOperator =
        operator === null ? undefined : byPlace.get(`operator ${country} ${operator.toLowerCase()}`);
      return ofOperator ?? byPlace.get(`country ${country}`);
    },
  };
}

/** Names what a price is for: no two prices of a version have the same name. */
export function messagePlace({ country, mcc, mnc, operator }: MessagePriceRow): string {
  if (mcc !== null && mnc !== null) return `network ${mcc} ${mnc}`;
  return operator === null ? `country ${country}` : `operator ${country} ${operator.toLowerCase()}`;
}

/** What decides whether a message costs anything, and how much. */
interface SentMessage {
  direction: string;
  status: string;
  /** Its segments. */
  parts: number;
}

/** Statuses of messages that no operator has accepted. */
const notCharged: readonly string[] = ['scheduled', 'queued', 'canceled', 'rejected'];

/**
 * Computes the price of a message: its segments times their price, rounded once to a millionth. Received messages, and those that
 * were not handed to an operator, cost nothing.
 */
export function rateMessage(
  { direction, status, parts }: SentMessage,
  { unit_price }: Pick<MessagePriceRow, 'unit_price'>,
) {
  if (direction === 'inbound') return { unit_price: '0.000000', price: '0.000000' };
  const price = notCharged.includes(status) ? new Big(0) : new Big(unit_price).times(parts);
  return { unit_price: new Big(unit_price).toFixed(6), price: price.toFixed(6) };
}
