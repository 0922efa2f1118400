import { calledNumberTypes } from '@portal/contract/cdr';
import { type Language, localeOf } from '@portal/contract/language';
import { isOneOf } from '@portal/contract/response-member';
import { DateTime } from 'luxon';
import type { Queryable } from '../../database/database.ts';
import { byteOrderMark, csvDecimal, csvDialect, csvLine, csvText } from '../../spreadsheet/csv.ts';
import { documentTexts } from '../documents/document-texts.ts';
import { findCurrentMessagePrices } from '../rates/message-prices.repository.ts';
import type { DatedMessagePrice } from '../rates/message-rating.ts';
import { findCurrentPrices } from '../rates/rates.repository.ts';
import type { DatedPrice } from '../rates/rating.ts';
import type { ServiceRow } from '../services/services.repository.ts';
import { validSince } from './current-rates.ts';

/** Current prices of calls or of messages, in the language of the account. A render process receives it. */
export interface PriceFile {
  prices: { calls: DatedPrice[] } | { messages: DatedMessagePrice[] };
  currency: string;
  language: Language;
  timezone: string;
}

/** Returns the current prices of a service; none if it has no price list. */
export async function findPricesOf(
  tx: Queryable,
  { type, price_list_id: priceListId }: Pick<ServiceRow, 'type' | 'price_list_id'>,
): Promise<PriceFile['prices']> {
  if (type === 'voicing')
    return { calls: priceListId === null ? [] : await findCurrentPrices(tx, { priceListId }) };
  return { messages: priceListId === null ? [] : await findCurrentMessagePrices(tx, { priceListId }) };
}

/** Writes prices as CSV. Their decimals are those that calls and messages are rated with. */
export async function writePriceFile(file: PriceFile): Promise<Uint8Array> {
  const dialect = csvDialect(file.language);
  const lineOf = (fields: readonly string[]) => csvLine(fields, dialect);
  const { prices } = file;
  const columns = wordsOf(file);
  const lines =
    'calls' in prices
      ? tableOf(callColumns(columns), prices.calls)
      : tableOf(messageColumns(columns), prices.messages);
  return Buffer.from(byteOrderMark + lines.map(lineOf).join(''));
}

type Columns<Price> = readonly (readonly [heading: string, field: (price: Price) => string])[];

function tableOf<Price>(columns: Columns<Price>, prices: readonly Price[]): string[][] {
  const headings = columns.map(([heading]) => csvText(heading));
  return [headings, ...prices.map((price) => columns.map(([, field]) => field(price)))];
}

function callColumns({ texts, country, decimal, since, currency }: Words): Columns<DatedPrice> {
  const typeOf = (type: string) => (isOneOf(calledNumberTypes, type) ? texts.numberTypes[type] : type);
  return [
    [texts.columns.country, country],
    [texts.columns.destination, ({ destination }) => csvText(destination)],
    [texts.columns.numberType, ({ number_type }) => csvText(typeOf(number_type))],
    [texts.columns.prefix, ({ prefix }) => prefix],
    [texts.columns.firstPrice, ({ rate_initial }) => decimal(rate_initial)],
    [texts.columns.firstInterval, ({ rate_initial_interval }) => String(rate_initial_interval)],
    [texts.columns.nextPrice, ({ rate_next }) => decimal(rate_next)],
    [texts.columns.nextInterval, ({ rate_next_interval }) => String(rate_next_interval)],
    [texts.columns.fee, ({ fee }) => decimal(fee)],
    [texts.columns.currency, currency],
    since,
  ];
}

function messageColumns({ texts, country, decimal, since, currency }: Words): Columns<DatedMessagePrice> {
  return [
    [texts.columns.country, country],
    [texts.columns.operator, ({ operator, mcc }) => csvText(operator ?? (mcc === null ? texts.others : ''))],
    ['MCC', ({ mcc }) => csvText(mcc ?? '')],
    ['MNC', ({ mnc }) => csvText(mnc ?? '')],
    [texts.columns.segmentPrice, ({ unit_price }) => decimal(unit_price)],
    [texts.columns.currency, currency],
    since,
  ];
}

type Words = ReturnType<typeof wordsOf>;

/** What both kinds of prices are written with. */
function wordsOf({ language, timezone, currency }: PriceFile) {
  const dialect = csvDialect(language);
  const texts = documentTexts(language).prices;
  const countries = new Intl.DisplayNames(localeOf(language), { type: 'region' });
  const moment = (price: { valid_from: string }) => {
    const since = validSince(price.valid_from);
    return since === null ? '' : DateTime.fromISO(since, { zone: timezone }).toFormat('yyyy-MM-dd HH:mm:ss');
  };
  return {
    texts,
    country: (price: { country: string }) =>
      csvText(countries.of(price.country.toUpperCase()) ?? price.country),
    decimal: (value: string) => csvDecimal(value, dialect),
    currency: () => currency.toUpperCase(),
    since: [`${texts.columns.validSince} (${timezone})`, moment] as const,
  };
}
