import { randomBytes } from 'node:crypto';
import { endpoints } from '@portal/contract/endpoints';
import type { FastifyInstance } from 'fastify';
import { DateTime } from 'luxon';
import { refuseSuspended } from '../../accounts/account-access.ts';
import type { AppContext } from '../../app/context.ts';
import { route } from '../../app/route.ts';
import type { Queryable } from '../../database/database.ts';
import { HttpError } from '../../errors/http-error.ts';
import { trimmed } from '../../listing/decimal.ts';
import { findStandardPriceList } from '../rates/rates.repository.ts';
import * as repository from './services.repository.ts';
import { daysLeft, requireService, setThreshold, toServiceResponse } from './services.service.ts';

/** Endpoints 12 to 15 and 24. */
export async function servicesRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  route(app, context, endpoints.listServices, async ({ tx, account }) => {
    const rows = await repository.findServices(tx, account.account_id);
    const spending = await spendingOf(tx, account, rows);
    const listed = rows.map((row) => toServiceResponse(row, spending.get(row.service_id)));
    return { services: listed, total: listed.length };
  });

  route(app, context, endpoints.createService, async ({ tx, account, body }) => {
    refuseSuspended(account);
    if (account.currency === null) throw new HttpError('not_configured');
    const created = await repository.insertService(tx, account.account_id, {
      service_id: newServiceId(body.type),
      type: body.type,
      currency: account.currency,
      vat_on: context.config.VAT_ON,
      price_list_id: body.type === 'voicing' ? await findStandardPriceList(tx, account.currency) : null,
    });
    if (created !== undefined) return { service: toServiceResponse(created) };
    const existing = await repository.findServiceOfType(tx, account.account_id, body.type);
    throw new HttpError('service_exists', { extra: { service: existing && toServiceResponse(existing) } });
  });

  route(app, context, endpoints.updateService, async ({ tx, account, params, body }) => {
    const row = await setThreshold(tx, account, params, {
      enabled: body.threshold_enabled,
      amount: body.threshold_amount,
      field: 'threshold_amount',
    });
    const spending = await spendingOf(tx, account, [row]);
    return { service: toServiceResponse(row, spending.get(row.service_id)) };
  });

  route(app, context, endpoints.getBalance, async ({ tx, account, params }) => {
    const row = await requireService(tx, account, params);
    const spending = await spendingOf(tx, account, [row]);
    return {
      service_id: row.service_id,
      currency: row.currency,
      balance: trimmed(row.balance, 4),
      balance_updated: row.balance_updated,
      reserved: '0.0000',
      credit_limit: row.credit_limit,
      available: trimmed(row.available, 4),
      days_left: daysLeft(row, spending.get(row.service_id)),
      stale: false,
    };
  });

  route(app, context, endpoints.setThreshold, async ({ tx, account, body }) => {
    const service = await setThreshold(tx, account, body, {
      enabled: body.threshold_enabled,
      amount: body.threshold_balance,
      field: 'threshold_balance',
    });
    return {
      service_id: service.service_id,
      threshold_enabled: service.threshold_enabled,
      threshold_balance: service.threshold_amount,
      threshold_amount: service.threshold_amount,
      threshold_state: service.threshold_state,
      currency: service.currency,
    };
  });
}

export function newServiceId(type: 'voicing' | 'messaging'): string {
  return `svc_${type.slice(0, 2)}_${randomBytes(8).toString('hex')}`;
}

async function spendingOf(
  tx: Queryable,
  { account_id, timezone }: { account_id: string; timezone: string },
  rows: readonly repository.ServiceRow[],
): Promise<Map<string, repository.SpendingRow>> {
  const now = DateTime.now().setZone(timezone);
  const spent = await repository.findSpending(tx, account_id, rows, {
    now: now.toUTC().toISO() ?? '',
    today: now.startOf('day').toUTC().toISO() ?? '',
    weekAgo: now.minus({ days: 7 }).toUTC().toISO() ?? '',
  });
  return new Map(spent.map((row) => [row.service_id, row]));
}
