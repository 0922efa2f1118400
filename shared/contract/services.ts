import * as v from 'valibot';
import { dateSchema, timestampSchema } from './dates.ts';
import { amountErrors, type Endpoint } from './endpoint.ts';
import { currencySchema, decimalSchema } from './money.ts';
import { countSchema, idSchema, pathIdSchema } from './paging.ts';
import { requestObject } from './request.ts';
import { maybe, openEnum } from './response-member.ts';
import { thresholdAmountEntries, thresholdStates } from './threshold.ts';

/** What an account can hold one of each. */
export const serviceTypes = ['voicing', 'messaging'] as const;
export type ServiceType = (typeof serviceTypes)[number];

export const serviceStatuses = ['pending', 'active', 'suspended', 'blocked', 'closed'] as const;

/** What a customer can use, and what it follows from. */
const availableEntries = {
  credit_limit: maybe(decimalSchema),
  /** What the closing of the current month will debit: VAT, rents, and the rounding of the invoice's lines. */
  reserved: maybe(decimalSchema),
  reserved_vat: maybe(decimalSchema),
  reserved_rents: maybe(decimalSchema),
  /** Balance and credit limit without what is reserved. */
  available: maybe(decimalSchema),
  /** At the rate of the last seven days with its VAT; null without spending. */
  days_left: maybe(countSchema),
};

/** A service with its balance, which is null while only `getBalance` knows it, and below zero on credit. */
export const serviceSchema = v.object({
  service_id: idSchema,
  billing_id: maybe(v.string()),
  type: openEnum(serviceTypes),
  currency: currencySchema,
  status: openEnum(serviceStatuses),
  created: timestampSchema,
  updated: maybe(timestampSchema),
  balance: maybe(decimalSchema),
  balance_updated: maybe(timestampSchema),
  threshold_enabled: v.boolean(),
  threshold_amount: maybe(decimalSchema),
  /** The same amount by its other name. */
  threshold_balance: maybe(decimalSchema),
  threshold_state: maybe(openEnum(thresholdStates)),
  threshold_triggered_at: maybe(timestampSchema),
  ...availableEntries,
  spend_today: maybe(decimalSchema),
  spend_7d: maybe(decimalSchema),
  /** Today and the six days before in the account's time zone, the earliest first; `share` is percent of the highest amount. */
  spend_by_day: maybe(
    v.array(v.object({ date: dateSchema, amount: decimalSchema, share: v.pipe(v.number(), v.minValue(0)) })),
  ),
});
export type Service = v.InferOutput<typeof serviceSchema>;

export const servicesSchema = v.object({
  success: v.literal(true),
  services: v.array(serviceSchema),
  total: countSchema,
});
export type Services = v.InferOutput<typeof servicesSchema>;

const serviceResponseSchema = v.object({ success: v.literal(true), service: serviceSchema });

/** Switching the alert off keeps the amount. */
const updateServiceRequestSchema = v.pipe(
  requestObject({
    threshold_enabled: thresholdAmountEntries.threshold_enabled,
    threshold_amount: thresholdAmountEntries.amount,
  }),
  v.forward(
    v.partialCheck(
      [['threshold_enabled'], ['threshold_amount']],
      (request) => !request.threshold_enabled || typeof request.threshold_amount === 'string',
      'threshold_required',
    ),
    ['threshold_amount'],
  ),
);

/** Path parameters of the endpoints of one service. */
export const serviceParamsSchema = v.object({ service_id: pathIdSchema });

export const listServices = {
  method: 'GET',
  path: '/v1/services/all',
  summary: 'All services of the account',
  access: 'session',
  accountApi: true,
  response: servicesSchema,
} as const satisfies Endpoint;

/** 409 `service_exists` carries the existing service as `service`. */
export const createService = {
  method: 'POST',
  path: '/v1/services',
  summary: 'Open a service',
  access: 'session',
  body: requestObject({ type: v.picklist(serviceTypes, 'service_type_unsupported') }),
  status: 201,
  response: serviceResponseSchema,
  errors: ['service_exists', 'not_configured'],
  idempotent: true,
} as const satisfies Endpoint;

export const updateService = {
  method: 'PUT',
  path: '/v1/services/{service_id}',
  summary: 'Change the low-balance threshold of a service',
  access: 'session',
  params: serviceParamsSchema,
  body: updateServiceRequestSchema,
  response: serviceResponseSchema,
  errors: ['service_not_found', ...amountErrors],
} as const satisfies Endpoint;

/** `stale` marks the last known balance while the biller does not respond. */
export const getBalance = {
  method: 'GET',
  path: '/v1/services/{service_id}/balance',
  summary: 'The balance of a service',
  access: 'session',
  accountApi: true,
  params: serviceParamsSchema,
  response: v.object({
    success: v.literal(true),
    service_id: idSchema,
    currency: currencySchema,
    balance: decimalSchema,
    balance_updated: timestampSchema,
    ...availableEntries,
    stale: v.optional(v.boolean(), false),
  }),
  errors: ['service_not_found'],
} as const satisfies Endpoint;
export type Balance = v.InferOutput<typeof getBalance.response>;
