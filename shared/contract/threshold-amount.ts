import * as v from 'valibot';
import { amountSchema } from './money.ts';

/** `triggered` from the crossing until the balance is above the amount again. */
export const thresholdStates = ['armed', 'triggered', 'off'] as const;

/** Bounds of a threshold unless the server is configured otherwise; major units of the service's currency. */
export const defaultThresholdLimits = { min: '1.00', max: '100000.00' } as const;

/** What both calls that set a threshold have in common; they only name the amount differently. */
export const thresholdAmountEntries = {
  threshold_enabled: v.boolean('field_required'),
  amount: v.nullish(amountSchema),
};
