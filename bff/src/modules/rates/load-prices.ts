import type { Currency } from '@portal/contract/money';
import type { Database, Queryable } from '../../database/database.ts';
import { inTransaction } from '../../database/dry-run.ts';
import { OperatorError } from '../../errors/operator-error.ts';
import { Big } from '../../listing/decimal.ts';
import {
  deletePrices,
  findPrices,
  insertPriceList,
  lockPriceList,
  useStandardPriceList,
} from './rates.repository.ts';
import type { PriceRow } from './rating.ts';

export interface PriceListVersion {
  listId: string;
  title: string;
  currency: Currency;
  /** RFC 3339. */
  validFrom: string;
  /** Whether other prices of the same list and moment are replaced. */
  isReplacing: boolean;
}

interface LoadedPrices {
  added: number;
  changed: number;
  removed: number;
  /** Voicing services that had no price list and have the standard one of the currency from now on. */
  services: number;
}

/**
 * Stores a version of a price list. Loading the same prices again changes nothing. Throws OperatorError if the list has another
 * currency, or other prices from that moment and is not to replace them.
 */
export async function loadPrices(
  database: Pick<Database, 'asBackground'>,
  version: PriceListVersion,
  prices: readonly PriceRow[],
  { isDryRun }: { isDryRun: boolean },
): Promise<LoadedPrices> {
  return inTransaction(database, (tx) => store(tx, version, prices), { isDryRun });
}

async function store(
  tx: Queryable,
  { listId, title, currency, validFrom, isReplacing }: PriceListVersion,
  prices: readonly PriceRow[],
): Promise<LoadedPrices> {
  const list = { price_list_id: listId, title, currency };
  await insertPriceList(tx, list, []);
  const stored = await lockPriceList(tx, listId);
  if (stored?.currency !== currency)
    throw new OperatorError(`The price list ${listId} is in ${stored?.currency}, not in ${currency}.`);
  const before = (await findPrices(tx, listId)).filter(
    ({ valid_from }) => Date.parse(valid_from) === Date.parse(validFrom),
  );
  const changes = compare(before, prices);
  const isOther = changes.added + changes.changed + changes.removed > 0;
  if (isOther && before.length > 0 && !isReplacing) {
    throw new OperatorError(
      `The price list ${listId} has other prices from ${validFrom}: ${changes.added} would be added, ${changes.changed} changed, ${changes.removed} removed. Give a later --from, or --replace and then rerate.`,
    );
  }
  if (isOther) {
    await deletePrices(tx, listId, validFrom);
    await insertPriceList(tx, list, prices, validFrom);
  }
  return { ...changes, services: await useStandardPriceList(tx, currency) };
}

function compare(before: readonly PriceRow[], after: readonly PriceRow[]) {
  const stored = new Map(before.map((price) => [price.prefix, price]));
  const prefixes = new Set(after.map(({ prefix }) => prefix));
  return {
    added: after.filter(({ prefix }) => !stored.has(prefix)).length,
    changed: after.filter((price) => {
      const earlier = stored.get(price.prefix);
      return earlier !== undefined && contentOf(earlier) !== contentOf(price);
    }).length,
    removed: before.filter(({ prefix }) => !prefixes.has(prefix)).length,
  };
}

function contentOf(price: PriceRow): string {
  const { country, destination, number_type, rate_initial_interval, rate_next_interval } = price;
  const amounts = [price.rate_initial, price.rate_next, price.fee].map((amount) =>
    new Big(amount).toFixed(6),
  );
  return JSON.stringify([
    country,
    destination,
    number_type,
    rate_initial_interval,
    rate_next_interval,
    ...amounts,
  ]);
}
