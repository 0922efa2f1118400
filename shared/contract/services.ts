import * as v from 'valibot';
import { timestampSchema } from './dates.ts';
import type { Endpoint } from './endpoint.ts';
import { problemSchema } from './error.ts';
import { currencySchema, decimalSchema } from './money.ts';
import { countSchema, idSchema, pathIdSchema } from './paging.ts';
import { requestObject } from './request.ts';
import { maybe, openEnum } from './response-member.ts';
import { thresholdAmountEntries, thresholdStates } from './threshold.ts';

/** What an account can hold one of each. */
export const serviceTypes = ['voicing', 'messaging'] as const;
export type ServiceType = (typeof serviceTypes)[number];

export const serviceStatuses = ['pending', 'active', 'suspended', 'blocked', 'closed'] as const;

/** A service with its balance, which is null while only call 15 knows it, and below zero on credit. */
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
  credit_limit: maybe(decimalSchema),
  reserved: maybe(decimalSchema),
  available: maybe(decimalSchema),
  spend_today: maybe(decimalSchema),
  spend_7d: maybe(decimalSchema),
  days_left: maybe(countSchema),
});
export type Service = v.InferOutput<typeof serviceSchema>;

/** Call 12. */
export const servicesSchema = v.object({
  success: v.literal(true),
  services: v.array(serviceSchema),
  total: countSchema,
});
export type Services = v.InferOutput<typeof servicesSchema>;

/** Call 13. */
export const createServiceRequestSchema = requestObject({
  type: v.picklist(serviceTypes, 'service_type_unsupported'),
});
export type CreateServiceRequest = v.InferInput<typeof createServiceRequestSchema>;

/** Answer of calls 13 and 14. */
export const serviceResponseSchema = v.object({ success: v.literal(true), service: serviceSchema });
export type ServiceResponse = v.InferOutput<typeof serviceResponseSchema>;

/** 409 of call 13: carries the service that exists. */
export const serviceExistsProblemSchema = v.object({
  ...problemSchema.entries,
  code: v.literal('service_exists'),
  service: serviceSchema,
});

/** Call 14. Switching off keeps the amount. */
export const updateServiceRequestSchema = v.pipe(
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
export type UpdateServiceRequest = v.InferInput<typeof updateServiceRequestSchema>;

/** Call 15. `stale` marks the last known balance while the biller does not answer. */
export const balanceSchema = v.object({
  success: v.literal(true),
  service_id: idSchema,
  currency: currencySchema,
  balance: decimalSchema,
  balance_updated: timestampSchema,
  reserved: maybe(decimalSchema),
  credit_limit: maybe(decimalSchema),
  available: maybe(decimalSchema),
  days_left: maybe(countSchema),
  stale: v.optional(v.boolean(), false),
});
export type Balance = v.InferOutput<typeof balanceSchema>;

/** Path parameters of the endpoints of one service. */
export const serviceParamsSchema = v.object({ service_id: pathIdSchema });

export const listServices = {
  number: 12,
  method: 'GET',
  path: '/v1/services/all',
  summary: 'All services of the account',
  access: 'session',
  status: 200,
  response: servicesSchema,
  errors: [],
} as const satisfies Endpoint;

export const createService = {
  number: 13,
  method: 'POST',
  path: '/v1/services',
  summary: 'Open a service',
  access: 'session',
  body: createServiceRequestSchema,
  status: 201,
  response: serviceResponseSchema,
  errors: ['service_exists', 'not_configured'],
  idempotent: true,
} as const satisfies Endpoint;

export const updateService = {
  number: 14,
  method: 'PUT',
  path: '/v1/services/{service_id}',
  summary: 'Change the low-balance threshold of a service',
  access: 'session',
  params: serviceParamsSchema,
  body: updateServiceRequestSchema,
  status: 200,
  response: serviceResponseSchema,
  errors: ['service_not_found', 'amount_invalid', 'amount_below_minimum', 'amount_above_maximum'],
} as const satisfies Endpoint;

export const getBalance = {
  number: 15,
  method: 'GET',
  path: '/v1/services/{service_id}/balance',
  summary: 'The balance of a service',
  access: 'session',
  params: serviceParamsSchema,
  status: 200,
  response: balanceSchema,
  errors: ['service_not_found'],
} as const satisfies Endpoint;
