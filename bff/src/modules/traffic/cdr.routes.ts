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
    const { service_id, currency } = await requireService(tx, account, params, 'voicing');
    const { account_id: accountId, timezone } = account;
    const period = resolvePeriod(query, { timezone, open: 'last_24_hours', maxDays: maxHistoryDays });
    const filter = { ...query, accountId, serviceId: service_id, period };
    const items = (await findCdrs(tx, filter)).map((row) => ({ ...row, currency }));
    const summary = { ...(await findCallTotals(tx, filter)), currency };
    return { ...page(query, items, summary.calls_total), service_type: 'voicing' as const, period, summary };
  });
}
