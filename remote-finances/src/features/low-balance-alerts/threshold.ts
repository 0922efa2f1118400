import type { Services } from '@portal/contract/services';
import {
  defaultThresholdLimits,
  setThreshold,
  type ThresholdRequest,
  type ThresholdResponse,
} from '@portal/contract/threshold';
import { request, useQueryClient } from '@portal/shared/api';
import { servicesQuery } from '@portal/shared/session';

import * as v from 'valibot';
import { readAmount } from '../../amount-field.tsx';

export interface AlertValues {
  threshold_enabled: boolean;
  /** As it was typed. */
  threshold_balance: string;
}

/** The form's rule in one locale. An alert that is off needs no limit; one that cannot be read is not sent. */
export function alertFormSchema(locale: string) {
  return v.pipe(
    v.object({ threshold_enabled: v.boolean(), threshold_balance: v.string() }),
    v.rawTransform<AlertValues, { threshold_enabled: boolean; threshold_balance: string | null }>(
      ({ dataset: { value }, addIssue, NEVER }) => {
        const { threshold_enabled, threshold_balance } = value;
        const reading = readAmount(threshold_balance, locale, defaultThresholdLimits);
        if (reading.isValid) return { threshold_enabled, threshold_balance: reading.amount };
        if (!threshold_enabled) return { threshold_enabled, threshold_balance: null };
        addIssue({
          message: reading.code === 'amount_required' ? 'threshold_required' : reading.code,
          path: [
            {
              type: 'object',
              origin: 'value',
              input: { ...value },
              key: 'threshold_balance',
              value: threshold_balance,
            },
          ],
        });
        return NEVER;
      },
    ),
  );
}

/** Saves an alert, and updates the cached services immediately. */
export function useSaveThreshold(): (change: ThresholdRequest) => Promise<ThresholdResponse> {
  const queries = useQueryClient();
  return async (change) => {
    const saved = await saveOrReload(change);
    await queries.cancelQueries({ queryKey: servicesQuery.queryKey });
    queries.setQueryData(servicesQuery.queryKey, (services) => services && withThreshold(services, saved));
    void queries.invalidateQueries({ queryKey: servicesQuery.queryKey });
    return saved;
  };

  async function saveOrReload(change: ThresholdRequest): Promise<ThresholdResponse> {
    try {
      // The same setting again changes nothing: a lost response is repeated.
      return await request(setThreshold, { body: change, isRepeatable: true });
    } catch (error) {
      // The alert may have been saved nevertheless: what stands above the form is what the server has stored.
      void queries.invalidateQueries({ queryKey: servicesQuery.queryKey });
      throw error;
    }
  }
}

function withThreshold(response: Services, saved: ThresholdResponse): Services {
  const { service_id, threshold_enabled, threshold_amount, threshold_balance, threshold_state } = saved;
  const changes = { threshold_enabled, threshold_amount, threshold_balance, threshold_state };
  return {
    ...response,
    services: response.services.map((service) =>
      service.service_id === service_id ? { ...service, ...changes } : service,
    ),
  };
}
