import { endpoints } from '@portal/contract/endpoints';
import type { FastifyInstance } from 'fastify';
import { DateTime } from 'luxon';
import type { AppContext } from '../../app/context.ts';
import { route } from '../../app/route.ts';
import { page } from '../../listing/page.ts';
import { findNumberTotals, findRentedNumbers } from './rented-numbers.repository.ts';
import { requireService } from './services.service.ts';

/** Endpoint 18. */
export async function rentedNumbersRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  route(app, context, endpoints.listRentedNumbers, async ({ tx, account, params, query }) => {
    const { service_id, currency } = await requireService(tx, account, params);
    const now = DateTime.utc();
    const filter = {
      ...query,
      accountId: account.account_id,
      serviceId: service_id,
      usedSince: now.minus({ days: 29 }).toFormat('yyyy-MM-dd'),
      today: now.setZone(account.timezone).toFormat('yyyy-MM-dd'),
    };
    const rows = await findRentedNumbers(tx, filter);
    const totals = await findNumberTotals(tx, filter);
    return { ...page(query, rows, totals.numbers), summary: { ...totals, currency } };
  });
}
