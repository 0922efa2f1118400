import { calledNumberTypes } from '@portal/contract/cdr';
import { type Language, localeOf } from '@portal/contract/language';
import { isOneOf } from '@portal/contract/response-member';
import { DateTime } from 'luxon';
import { byteOrderMark, csvDecimal, csvDialect, csvLine, csvText } from '../../spreadsheet/csv.ts';
import { documentTexts } from '../documents/document-texts.ts';
import type { PortionedRows } from '../exports/written-portions.ts';
import { findMessagePriceRows } from '../rates/message-prices.repository.ts';
import type { DatedMessagePrice } from '../rates/message-rating.ts';
import { findPriceRows, type PriceKind } from '../rates/rates.repository.ts';
import type { DatedPrice } from '../rates/rating.ts';
import type { ServiceRow } from '../services/services.repository.ts';
import { validSince } from './current-rates.ts';

/** What a file with prices is made of: their kind, and the language and the time zone of the account. */
export interface PriceFile {
  kind: PriceKind;
  currency: string;
  language: Language;
  timezone: string;
}

/** What a render process writes. */
export interface PricePortion {
  file: PriceFile;
  /** A JSON array of prices, those of `priceRows`. */
  rows: string;
  /** Whether the lines begin with their headings. */
  hasHeadings: boolean;
}

/** The current prices of a service; none if it has no price list. */
export function priceRows({
  type,
  price_list_id: priceListId,
}: Pick<ServiceRow, 'type' | 'price_list_id'>): PortionedRows {
  const find = type === 'voicing' ? findPriceRows : findMessagePriceRows;
  return {
    read: async (tx, limit, after) => {
      const position = { after: after === undefined ? undefined : JSON.parse(after) };
      const rows = priceListId === null ? [] : await find(tx, { priceListId, ...position }, limit);
      return { rows: `[${rows.join()}]`, count: rows.length, last: rows.at(-1) };
    },
  };
}

/** Writes prices as lines of CSV. Their decimals are those that calls and messages are rated with. */
export async function writePrices({ file, rows, hasHeadings }: PricePortion): Promise<Uint8Array> {
  const words = wordsOf(file);
  const lines =
    file.kind === 'calls'
      ? tableOf(callColumns(words), JSON.parse(rows), hasHeadings)
      : tableOf(messageColumns(words), JSON.parse(rows), hasHeadings);
  const dialect = csvDialect(file.language);
  const text = lines.map((fields) => csvLine(fields, dialect)).join('');
  return Buffer.from(hasHeadings ? byteOrderMark + text : text);
}

type Columns<Price> = readonly (readonly [heading: string, field: (price: Price) => string])[];

function tableOf<Price>(columns: Columns<Price>, prices: readonly Price[], hasHeadings: boolean): string[][] {
  const lines = prices.map((price) => columns.map(([, field]) => field(price)));
  return hasHeadings ? [columns.map(([heading]) => csvText(heading)), ...lines] : lines;
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
