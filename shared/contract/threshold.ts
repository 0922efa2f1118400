import * as v from 'valibot';
import { amountErrors, type Endpoint } from './endpoint.ts';
import { amountSchema, currencySchema, decimalSchema } from './money.ts';
import { idSchema } from './paging.ts';
import { requestObject, serviceChoiceSchema } from './request.ts';
import { maybe, openEnum } from './response-member.ts';

/** `triggered` from the crossing until the balance is above the amount again. */
export const thresholdStates = ['armed', 'triggered', 'off'] as const;

/** Bounds of a threshold unless the server is configured otherwise; major units of the service's currency. */
export const defaultThresholdLimits = { min: '1.00', max: '100000.00' } as const;

/** What both calls that set a threshold have in common; they only name the amount differently. */
export const thresholdAmountEntries = {
  threshold_enabled: v.boolean('field_required'),
  amount: v.nullish(amountSchema),
};

/** The low-balance alert of a service. Switching it off keeps the amount. */
export const thresholdRequestSchema = v.pipe(
  requestObject({
    service_id: serviceChoiceSchema,
    threshold_enabled: thresholdAmountEntries.threshold_enabled,
    threshold_balance: thresholdAmountEntries.amount,
  }),
  v.forward(
    v.partialCheck(
      [['threshold_enabled'], ['threshold_balance']],
      (request) => !request.threshold_enabled || typeof request.threshold_balance === 'string',
      'threshold_required',
    ),
    ['threshold_balance'],
  ),
);
export type ThresholdRequest = v.InferInput<typeof thresholdRequestSchema>;

export const setThreshold = {
  method: 'PUT',
  path: '/v1/finances/threshold',
  summary: 'Set the low-balance threshold of a service',
  access: 'session',
  body: thresholdRequestSchema,
  response: v.object({
    success: v.literal(true),
    service_id: idSchema,
    threshold_enabled: v.boolean(),
    threshold_balance: maybe(decimalSchema),
    threshold_amount: maybe(decimalSchema),
    threshold_state: openEnum(thresholdStates),
    currency: currencySchema,
  }),
  errors: ['service_not_found', ...amountErrors],
} as const satisfies Endpoint;
export type ThresholdResponse = v.InferOutput<typeof setThreshold.response>;
