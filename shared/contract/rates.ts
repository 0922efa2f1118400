import * as v from 'valibot';
import { calledNumberTypes } from './cdr.ts';
import { countryCodes, countrySchema } from './country.ts';
import { timestampSchema } from './dates.ts';
import type { Endpoint, EndpointView } from './endpoint.ts';
import { exportMediaTypes } from './exports.ts';
import { currencySchema, decimalSchema } from './money.ts';
import { countSchema } from './paging.ts';
import { parameter } from './query-value.ts';
import { fileResponse, maybe, openEnum } from './response-member.ts';
import { serviceParamsSchema } from './services.ts';
import { vatSchema } from './vat.ts';

/** Longest text that is read as a number. */
export const longestDialledNumber = 40;

/** A phone number in any notation; the server reads it as it reads numbers of calls. */
export const dialledNumberSchema = v.pipe(
  v.string(),
  v.maxLength(longestDialledNumber, 'filter_invalid'),
  v.regex(/\d/, 'filter_invalid'),
);

/** Where calls or messages go; everywhere without either. */
export const rateQuerySchema = v.object({
  number: parameter(dialledNumberSchema),
  country: parameter(v.pipe(v.string(), v.toLowerCase(), v.picklist(countryCodes, 'filter_invalid'))),
});
export type RateQuery = v.InferOutput<typeof rateQuerySchema>;

/** Most prices that a response contains. */
export const mostListedRates = 200;

/** When a price came into force; null when it always was. */
const validSinceSchema = maybe(timestampSchema);

/** What calls to a destination cost now. Rates are per minute, intervals seconds. */
export const callRateSchema = v.object({
  destination: v.string(),
  country: countrySchema,
  number_type: openEnum(calledNumberTypes),
  /** Leading digits of its numbers, without a plus sign: of a number the longest that it has. */
  prefixes: v.array(v.string()),
  rate_initial_interval: countSchema,
  rate_initial: decimalSchema,
  rate_next_interval: countSchema,
  rate_next: decimalSchema,
  /** Of each answered call. */
  fee: decimalSchema,
  /** Of an answered call of one minute, with its fee. */
  price_of_minute: decimalSchema,
  valid_since: validSinceSchema,
});
export type CallRate = v.InferOutput<typeof callRateSchema>;

/** What a segment of a message to a network costs now; without network and operator, to the others of the country. */
export const messageRateSchema = v.object({
  country: countrySchema,
  mcc: maybe(v.string()),
  mnc: maybe(v.string()),
  operator: maybe(v.string()),
  unit_price: decimalSchema,
  valid_since: validSinceSchema,
});
export type MessageRate = v.InferOutput<typeof messageRateSchema>;

/** No items: a call or message has no price there. */
/* @__NO_SIDE_EFFECTS__ */
function ratesOf<Item extends v.GenericSchema>(item: Item) {
  return v.object({
    success: v.literal(true),
    /** The number that was read, E.164; null without one, or when its text is no whole number. */
    number: maybe(v.string()),
    items: v.array(item),
    /** There are further prices, which the file of all prices contains. */
    has_more: v.boolean(),
    currency: currencySchema,
    /** What is added to the prices. */
    vat: vatSchema,
  });
}

export const listCallRates = {
  method: 'GET',
  path: '/v1/services/{service_id}/rates/calls',
  summary: 'What calls to a number, a country or everywhere cost now',
  access: 'session',
  accountApi: true,
  params: serviceParamsSchema,
  query: rateQuerySchema,
  response: ratesOf(callRateSchema),
  errors: ['service_not_found', 'filter_invalid'],
} as const satisfies Endpoint;
export type CallRates = v.InferOutput<typeof listCallRates.response>;

export const listMessageRates = {
  method: 'GET',
  path: '/v1/services/{service_id}/rates/messages',
  summary: 'What messages to a number, a country or everywhere cost now',
  access: 'session',
  accountApi: true,
  params: serviceParamsSchema,
  query: rateQuerySchema,
  response: ratesOf(messageRateSchema),
  errors: ['service_not_found', 'filter_invalid'],
} as const satisfies Endpoint;
export type MessageRates = v.InferOutput<typeof listMessageRates.response>;

/** The current prices of a service's calls or messages as CSV. */
export const exportRates = {
  method: 'GET',
  path: '/v1/services/{service_id}/rates/export',
  summary: 'The price list of a service as a file for spreadsheets',
  access: 'session',
  params: serviceParamsSchema,
  response: fileResponse,
  errors: ['service_not_found'],
  documents: [exportMediaTypes.csv],
} as const satisfies Endpoint;

/** Whether `exportRates` would send a file now: a link that saves one cannot read a refusal. */
export const checkRatesExport = {
  method: 'HEAD',
  path: exportRates.path,
  params: serviceParamsSchema,
  response: v.optional(exportRates.response),
} as const satisfies EndpointView;
