import type { Currency } from '@portal/contract/money';
import type { Database, Queryable } from '../../database/database.ts';
import { inTransaction } from '../../database/dry-run.ts';
import { OperatorError } from '../../errors/operator-error.ts';
import { Big } from '../../listing/decimal.ts';
import { deleteMessagePrices, findMessagePrices, insertMessagePrices } from './message-prices.repository.ts';
import { type GivenPrices, missingPrices, refuseMissing } from './missing-prices.ts';
import {
  deletePrices,
  findPrices,
  findStandardPriceList,
  insertList,
  insertPriceList,
  lockPriceList,
  lockStandardPriceLists,
  type PriceKind,
  type PriceList,
  replaceStandardPriceList,
  useStandardPriceList,
} from './rates.repository.ts';
import type { PriceRow } from './rating.ts';
import { type WiderPrice, widerPrices } from './wider-prices.ts';

export interface PriceListVersion {
  listId: string;
  title: string;
  currency: Currency;
  /** RFC 3339. */
  validFrom: string;
  /** Whether other prices of the same list and moment are replaced. */
  isReplacing: boolean;
  /** Whether prices of the version before that the file lacks may end without another one in their place. */
  isEnding?: boolean;
  /** Whether it becomes the list that new services get. */
  isStandard?: boolean;
}

/** Which list new services of a currency and kind get. */
export interface StandardList {
  kind: PriceKind;
  currency: string;
  standard: string;
  /** The one before; null if there was none. */
  standard_before: string | null;
  /** Services that had no price list and have the standard one from now on. */
  services: number;
}

/**
 * Changes within the version, how many prices of the version before it, or of the one that it replaces, end without another one in
 * their place, and what has a wider one from then on.
 */
type LoadedPrices = Record<'added' | 'changed' | 'removed' | 'ended', number> &
  StandardList & { wider: WiderPrice[] };

/**
 * Stores a version of a price list. Loading the same prices again changes nothing. Throws OperatorError if the list has another
 * currency or kind, or other prices from that moment and is not to replace them, or if prices would end that are not to.
 */
export async function loadPrices(
  database: Pick<Database, 'asBackground'>,
  version: PriceListVersion,
  given: GivenPrices,
  { isDryRun }: { isDryRun: boolean },
): Promise<LoadedPrices> {
  return inTransaction(database, (tx) => store(tx, version, given), { isDryRun });
}

/** Makes a list the one that new services get. Throws OperatorError if there is no such list. */
export async function makeStandard(
  database: Pick<Database, 'asBackground'>,
  listId: string,
  { isDryRun }: { isDryRun: boolean },
): Promise<StandardList> {
  const choose = async (tx: Queryable) => {
    await lockStandardPriceLists(tx);
    const list = await lockPriceList(tx, listId);
    if (list === undefined) throw new OperatorError(`There is no price list ${listId}.`);
    const before = await findStandardPriceList(tx, list.currency, list.kind);
    return useStandard(tx, list, { isStandard: true, before });
  };
  return inTransaction(database, choose, { isDryRun });
}

async function useStandard(
  tx: Queryable,
  list: Required<PriceList>,
  { isStandard, before }: { isStandard: boolean; before: string | null },
): Promise<StandardList> {
  const { currency, kind, price_list_id } = list;
  if (isStandard && before !== price_list_id) await replaceStandardPriceList(tx, list);
  const standard = (await findStandardPriceList(tx, currency, kind)) ?? price_list_id;
  const services = await useStandardPriceList(tx, currency, kind);
  return { kind, currency, standard, standard_before: before, services };
}

async function store(
  tx: Queryable,
  { listId, title, currency, validFrom, isReplacing, isEnding = false, isStandard = false }: PriceListVersion,
  given: GivenPrices,
): Promise<LoadedPrices> {
  const list = { price_list_id: listId, title, currency, kind: given.kind };
  await lockStandardPriceLists(tx);
  const before = await findStandardPriceList(tx, currency, given.kind);
  await insertList(tx, list);
  const stored = await lockPriceList(tx, listId);
  if (stored?.currency !== currency)
    throw new OperatorError(`The price list ${listId} is in ${stored?.currency}, not in ${currency}.`);
  if (stored.kind !== given.kind)
    throw new OperatorError(`The price list ${listId} is for ${stored.kind}, not for ${given.kind}.`);
  const { same, preceding, following } = await findVersions(tx, listId, validFrom, given.kind);
  const { added, changed, removed, had } = compare(contentsOf(same), contentsOf(given));
  const isOther = added + changed + removed > 0;
  if (isOther && had > 0 && !isReplacing) {
    throw new OperatorError(
      `The price list ${listId} has other prices from ${validFrom}: ${added} would be added, ${changed} changed, ${removed} removed. Give a later --from, or --replace${given.kind === 'calls' ? ' and then rerate' : ': messages that were charged keep their prices'}.`,
    );
  }
  const ended = [...new Set([preceding, same].flatMap((version) => missingPrices(version, given)))];
  if (isOther && !isEnding) {
    refuseMissing(given.kind, ended, `From ${validFrom} on`);
    const known = new Set(missingPrices(same, following));
    const ending = missingPrices(given, following).filter((name) => !known.has(name));
    if (following.prices.length > 0)
      refuseMissing(given.kind, ending, 'From the next version of the list on');
  }
  if (isOther && given.kind === 'calls') {
    await deletePrices(tx, listId, validFrom);
    await insertPriceList(tx, list, given.prices, validFrom);
  } else if (isOther && given.kind === 'messages') {
    await deleteMessagePrices(tx, listId, validFrom);
    await insertMessagePrices(tx, list, given.prices, validFrom);
  }
  return {
    added,
    changed,
    removed,
    ended: ended.length,
    wider: widerPrices(had > 0 ? same : preceding, given),
    ...(await useStandard(tx, stored, { isStandard, before })),
  };
}

/** What a list has prices for, and their contents. */
type Contents = ReadonlyMap<string, string>;

/** The prices of the version from this moment, of the one that is valid until then, and of the next one. */
async function findVersions(
  tx: Queryable,
  listId: string,
  validFrom: string,
  kind: GivenPrices['kind'],
): Promise<Record<'same' | 'preceding' | 'following', GivenPrices>> {
  const startMs = Date.parse(validFrom);
  const versionsOf = <Row extends { valid_from: string }>(
    rows: Row[],
    toPrices: (rows: Row[]) => GivenPrices,
  ) => {
    const versions = Map.groupBy(rows, ({ valid_from }) => Date.parse(valid_from));
    const before = Math.max(...[...versions.keys()].filter((ms) => ms < startMs));
    const after = Math.min(...[...versions.keys()].filter((ms) => ms > startMs));
    const from = (ms: number) => toPrices(versions.get(ms) ?? []);
    return { same: from(startMs), preceding: from(before), following: from(after) };
  };
  return kind === 'calls'
    ? versionsOf(await findPrices(tx, listId), (prices) => ({ kind, prices }))
    : versionsOf(await findMessagePrices(tx, listId), (prices) => ({ kind, prices }));
}

function contentsOf(given: GivenPrices): Contents {
  if (given.kind === 'calls') return new Map(given.prices.map((price) => [price.prefix, contentOf(price)]));
  return new Map(
    given.prices.map(({ unit_price, country, mcc, mnc, operator }) => [
      JSON.stringify([country, mcc, mnc, operator]),
      new Big(unit_price).toFixed(6),
    ]),
  );
}

function compare(before: Contents, after: Contents) {
  const keys = [...after.keys()];
  return {
    had: before.size,
    added: keys.filter((key) => !before.has(key)).length,
    changed: keys.filter((key) => before.has(key) && before.get(key) !== after.get(key)).length,
    removed: [...before.keys()].filter((key) => !after.has(key)).length,
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
