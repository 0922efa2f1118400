import { maxHistoryDays } from '@portal/contract/dates';
import { endpoints } from '@portal/contract/endpoints';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../app/context.ts';
import { route } from '../../app/route.ts';
import { page } from '../../listing/page.ts';
import { resolvePeriod } from '../../listing/period.ts';
import { requireService } from '../services/services.service.ts';
import { findCallTotals, findCdrs } from './cdr.repository.ts';

/** Endpoint 17. */
export async function cdrRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  route(app, context, endpoints.listCdrs, async ({ tx, account, params, query }) => {
    const { service_id, currency } = await requireService(
      tx,
      account.account_id,
      params.service_id,
      'voicing',
    );
    const period = resolvePeriod(query, {
      timezone: account.timezone,
      open: 'last_24_hours',
      maxDays: maxHistoryDays,
    });
    const filter = { ...query, accountId: account.account_id, serviceId: service_id, period };
    const rows = await findCdrs(tx, filter);
    const totals = await findCallTotals(tx, filter);
    return {
      ...page(
        query,
        query.order,
        rows.map((row) => ({ ...row, currency })),
        totals.calls_total,
      ),
      service_type: 'voicing' as const,
      period,
      summary: { ...totals, currency },
    };
  });
}
