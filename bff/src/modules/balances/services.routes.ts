import { randomBytes } from 'node:crypto';
import { endpoints } from '@portal/contract/endpoints';
import type { FastifyInstance } from 'fastify';
import { refuseSuspended, requireLockedAccount } from '../../accounts/account-access.ts';
import type { AppContext, ExchangeOf } from '../../app/context.ts';
import { route } from '../../app/route.ts';
import type { Transaction } from '../../database/database.ts';
import { HttpError } from '../../errors/http-error.ts';
import * as repository from '../services/services.repository.ts';
import { requireService, setThreshold } from '../services/services.service.ts';
import type { BilledAccount } from './reserved.ts';
import { findFigures, toServiceResponse } from './service-figures.ts';

/** Endpoints 12 to 15 and 24. */
export async function servicesRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  route(app, context, endpoints.listServices, async ({ tx, account }) => {
    const rows = await repository.findServices(tx, account.account_id);
    const figures = await findFigures(tx, context.config, account, rows);
    const listed = rows.map((row) => toServiceResponse(row, figures.get(row.service_id)));
    return { services: listed, total: listed.length };
  });

  const create = async ({ tx, account: { account_id }, body }: ExchangeOf<'createService'>) => {
    // The staff change a currency only while there is no service.
    const account = await requireLockedAccount(tx, account_id);
    refuseSuspended(account);
    if (account.currency === null) throw new HttpError('not_configured');
    const created = await repository.insertService(tx, account_id, {
      service_id: newServiceId(body.type),
      type: body.type,
      currency: account.currency,
    });
    if (created !== undefined) return { service: await respondWith(tx, account, created) };
    const existing = await repository.findServiceOfType(tx, account_id, body.type);
    const service = existing && (await respondWith(tx, account, existing));
    throw new HttpError('service_exists', { extra: { service } });
  };
  route(app, context, endpoints.createService, create, {
    before: () => repository.storeVatOn(context.database.system, context.config.VAT_ON),
  });

  route(app, context, endpoints.updateService, async ({ tx, account, params, body }) => {
    const row = await setThreshold(tx, account, params, {
      enabled: body.threshold_enabled,
      amount: body.threshold_amount,
      field: 'threshold_amount',
    });
    return { service: await respondWith(tx, account, row) };
  });

  route(app, context, endpoints.getBalance, async ({ tx, account, params }) => {
    const service = await respondWith(tx, account, await requireService(tx, account, params));
    return { ...service, stale: false };
  });

  route(app, context, endpoints.setThreshold, async ({ tx, account, body }) => {
    const row = await setThreshold(tx, account, body, {
      enabled: body.threshold_enabled,
      amount: body.threshold_balance,
      field: 'threshold_balance',
    });
    return respondWith(tx, account, row);
  });

  async function respondWith(tx: Transaction, account: BilledAccount, row: repository.ServiceRow) {
    const figures = await findFigures(tx, context.config, account, [row]);
    return toServiceResponse(row, figures.get(row.service_id));
  }
}

function newServiceId(type: 'voicing' | 'messaging'): string {
  return `svc_${type.slice(0, 2)}_${randomBytes(8).toString('hex')}`;
}
