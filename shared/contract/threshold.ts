import * as v from 'valibot';
import { maybe } from './maybe.ts';
import { currencySchema, decimalSchema } from './money.ts';
import { openEnum } from './open-enum.ts';
import { idSchema } from './paging.ts';
import { requestObject } from './request.ts';
import { thresholdAmountEntries, thresholdStates } from './threshold-amount.ts';

/** Call 24, the low-balance alert of a service. Switching off keeps the amount. */
export const thresholdRequestSchema = v.pipe(
  requestObject({
    service_id: v.pipe(
      v.string('service_required'),
      v.nonEmpty('service_required'),
      v.maxLength(64, 'field_invalid'),
    ),
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

export const thresholdResponseSchema = v.object({
  success: v.literal(true),
  service_id: idSchema,
  threshold_enabled: v.boolean(),
  threshold_balance: maybe(decimalSchema),
  threshold_amount: maybe(decimalSchema),
  threshold_state: openEnum(thresholdStates),
  currency: currencySchema,
});
export type ThresholdResponse = v.InferOutput<typeof thresholdResponseSchema>;
