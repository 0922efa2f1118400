import { listWebhookDeliveries } from '@portal/contract/webhook-deliveries';
import { listWebhooks } from '@portal/contract/webhooks';
import { endpointKey, endpointQuery, useQuery, useQueryClient } from '@portal/shared/api';

/** The webhooks of the account. */
export function useWebhooks() {
  return useQuery(endpointQuery(listWebhooks));
}

/** Loads the list of webhooks, or of deliveries, again after a change. */
export function useWebhookChanges() {
  const cache = useQueryClient();
  return {
    webhooksChanged: () => cache.invalidateQueries({ queryKey: endpointKey(listWebhooks) }),
    deliveriesChanged: () => cache.invalidateQueries({ queryKey: endpointKey(listWebhookDeliveries) }),
  };
}
