import type { Services } from '@portal/contract/services';
import type { ThresholdRequest, ThresholdResponse } from '@portal/contract/threshold';
import { useQueryClient } from '@portal/shared/api';
import { servicesQuery } from '@portal/shared/session';
import { updateThreshold } from './threshold.api.ts';

/** Saves an alert; every reader of the services sees it at once. */
export function useSaveThreshold(): (request: ThresholdRequest) => Promise<ThresholdResponse> {
  const queries = useQueryClient();
  return async (request) => {
    const saved = await updateThreshold(request);
    await queries.cancelQueries({ queryKey: servicesQuery.queryKey });
    queries.setQueryData(servicesQuery.queryKey, (services) => services && withThreshold(services, saved));
    void queries.invalidateQueries({ queryKey: servicesQuery.queryKey });
    return saved;
  };
}

function withThreshold(answer: Services, saved: ThresholdResponse): Services {
  const { service_id, threshold_enabled, threshold_amount, threshold_balance, threshold_state } = saved;
  const changes = { threshold_enabled, threshold_amount, threshold_balance, threshold_state };
  return {
    ...answer,
    services: answer.services.map((service) =>
      service.service_id === service_id ? { ...service, ...changes } : service,
    ),
  };
}
