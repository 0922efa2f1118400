import { endpoints } from '@portal/contract/endpoints';
import type { FastifyInstance } from 'fastify';
import { DateTime } from 'luxon';
import type { AppContext, ExchangeOf } from '../../app/context.ts';
import { route } from '../../app/route.ts';
import { HttpError } from '../../errors/http-error.ts';
import { recordEvent } from '../../http/security-log.ts';
import { page } from '../../listing/page.ts';
import { findNumberTotals, findRentedNumbers, updateLabel } from './rented-numbers.repository.ts';
import { requireService } from './services.service.ts';

/** Endpoint 18, and the labels of its numbers. */
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
      timezone: account.timezone,
    };
    const rows = await findRentedNumbers(tx, filter);
    const totals = await findNumberTotals(tx, filter);
    return { ...page(query, rows, totals.numbers), summary: { ...totals, currency } };
  });

  const storeLabel = async ({ tx, account, params, body, request }: ExchangeOf<'updateNumberLabel'>) => {
    const { service_id: serviceId } = await requireService(tx, account, params);
    const place = { accountId: account.account_id, serviceId, numberId: params.number_id };
    const stored = await updateLabel(tx, place, body.label);
    if (stored === undefined) throw new HttpError('not_found');
    recordEvent(request, 'number_labeled');
    return stored;
  };
  route(app, context, endpoints.updateNumberLabel, storeLabel, {
    limit: () => ({ name: 'number-labels', windowSeconds: 3600, max: 900 }),
  });
}
