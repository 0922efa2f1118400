import { endpoints } from '@portal/contract/endpoints';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../app-context.ts';
import { route } from '../../http/route.ts';
import { setThreshold } from '../services/services.service.ts';

/** Endpoint 24. */
export async function thresholdRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  route(app, context, endpoints.setThreshold, async ({ tx, account, body }) => {
    const service = await setThreshold(tx, account.account_id, body.service_id, {
      enabled: body.threshold_enabled,
      amount: body.threshold_balance,
      field: 'threshold_balance',
    });
    return {
      success: true as const,
      service_id: service.service_id,
      threshold_enabled: service.threshold_enabled,
      threshold_balance: service.threshold_amount,
      threshold_amount: service.threshold_amount,
      threshold_state: service.threshold_state,
      currency: service.currency,
    };
  });
}
