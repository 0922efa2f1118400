import { setThreshold } from '@portal/contract/finance-endpoints';
import type { Services } from '@portal/contract/services';
import type { ThresholdRequest, ThresholdResponse } from '@portal/contract/threshold';
import { request, useQueryClient } from '@portal/shared/api';
import { servicesQuery } from '@portal/shared/session';

/** Saves an alert; every reader of the services sees it at once. */
export function useSaveThreshold(): (change: ThresholdRequest) => Promise<ThresholdResponse> {
  const queries = useQueryClient();
  return async (change) => {
    const saved = await request(setThreshold, { body: change });
    await queries.cancelQueries({ queryKey: servicesQuery.queryKey });
    queries.setQueryData(servicesQuery.queryKey, (services) => services && withThreshold(services, saved));
    void queries.invalidateQueries({ queryKey: servicesQuery.queryKey });
    return saved;
  };
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
