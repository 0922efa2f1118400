import * as v from 'valibot';
import { countrySchema } from './country.ts';
import { dateSchema, timestampSchema } from './dates.ts';
import { type Endpoint, listErrors } from './endpoint.ts';
import { currencySchema, decimalSchema } from './money.ts';
import { orderOf } from './order.ts';
import { countSchema, idSchema, pageOf, pagingEntries, pathIdSchema } from './paging.ts';
import { numberFilterSchema, parameter, parameterOr, searchTextSchema } from './query-value.ts';
import { lineSchema, requestObject } from './request.ts';
import { maybe, openEnum } from './response-member.ts';
import { serviceParamsSchema } from './services.ts';

export const rentedNumberTypes = [
  'local',
  'national',
  'mobile',
  'toll_free',
  'shared_cost',
  'landline',
  'inum',
  'short_code',
] as const;

export const numberCapabilities = [
  'voice_in',
  'voice_out',
  'sms_in',
  'sms_out',
  'fax',
  'mms',
  'emergency',
] as const;

export const rentedNumberStatuses = [
  'active',
  'pending',
  'awaiting_registration',
  'suspended',
  'pending_removal',
  'expired',
  'ported_out',
] as const;

export const routingTypes = ['sip_uri', 'trunk', 'forward', 'none'] as const;

export const complianceStatuses = ['not_required', 'required', 'pending', 'approved', 'rejected'] as const;

export const rentedNumberOrders = [
  'number',
  'country',
  'type',
  'status',
  'monthly_price',
  'rented_at',
  'renews_at',
] as const;

export const rentedNumbersQuerySchema = v.object({
  number: parameter(numberFilterSchema),
  /** A number mask as in `number`, or part of a label. */
  search: parameter(searchTextSchema),
  order: parameterOr(orderOf(rentedNumberOrders), 'number'),
  ...pagingEntries,
});
export type RentedNumbersQuery = v.InferOutput<typeof rentedNumbersQuerySchema>;
export type RentedNumbersQueryInput = v.InferInput<typeof rentedNumbersQuerySchema>;

export const rentedNumberSchema = v.object({
  number_id: idSchema,
  /** E.164 with a plus. */
  number: v.string(),
  country: countrySchema,
  region: maybe(v.string()),
  city: maybe(v.string()),
  area_code: maybe(v.string()),
  type: openEnum(rentedNumberTypes),
  capabilities: v.array(openEnum(numberCapabilities)),
  status: openEnum(rentedNumberStatuses),
  label: maybe(v.string()),
  /** Calls at the same time. */
  channels: maybe(countSchema),
  setup_price: maybe(decimalSchema),
  monthly_price: decimalSchema,
  currency: currencySchema,
  rented_at: timestampSchema,
  renews_at: maybe(dateSchema),
  expires_at: maybe(dateSchema),
  /** The last day to pay a rent that the balance does not cover; null if none is due. */
  unpaid_until: maybe(dateSchema),
  auto_renew: v.optional(v.boolean(), false),
  /** Null is without end, 0 is none. */
  billing_cycles_left: maybe(countSchema),
  routing: maybe(v.object({ type: openEnum(routingTypes), target: maybe(v.string()) })),
  /** Of today and the 29 days before, in UTC. */
  usage_30d: maybe(v.object({ calls: countSchema, minutes: v.pipe(v.number(), v.minValue(0)) })),
  compliance_status: maybe(openEnum(complianceStatuses)),
});
export type RentedNumber = v.InferOutput<typeof rentedNumberSchema>;

export const listRentedNumbers = {
  method: 'GET',
  path: '/v1/services/{service_id}/numbers/rented',
  summary: 'Rented phone numbers',
  access: 'session',
  accountApi: true,
  params: serviceParamsSchema,
  query: rentedNumbersQuerySchema,
  response: pageOf(rentedNumberSchema, {
    summary: v.object({
      numbers: countSchema,
      monthly_price: decimalSchema,
      currency: currencySchema,
      /** From today on; null when none of the numbers renews. */
      next_renewal: maybe(v.object({ number: v.string(), renews_at: dateSchema })),
    }),
  }),
  errors: ['service_not_found', ...listErrors],
} as const satisfies Endpoint;
export type RentedNumbersPage = v.InferOutput<typeof listRentedNumbers.response>;

/** Most characters of a label. */
export const longestLabel = 80;

export const labelRequestSchema = requestObject({
  /** Null or an empty text removes it. */
  label: v.nullable(
    v.pipe(
      v.string('field_required'),
      lineSchema,
      v.maxLength(longestLabel, 'field_invalid'),
      v.transform((label) => (label === '' ? null : label)),
    ),
  ),
});

export const updateNumberLabel = {
  method: 'PUT',
  path: '/v1/services/{service_id}/numbers/rented/{number_id}',
  summary: 'Change the label of a rented number',
  access: 'session',
  params: v.object({ ...serviceParamsSchema.entries, number_id: pathIdSchema }),
  body: labelRequestSchema,
  response: v.object({ success: v.literal(true), number_id: idSchema, label: maybe(v.string()) }),
  errors: ['service_not_found'],
} as const satisfies Endpoint;
