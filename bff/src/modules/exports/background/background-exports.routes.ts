import { type ExportRequest, mostExports } from '@portal/contract/background-exports';
import { endpoints } from '@portal/contract/endpoints';
import type { FastifyInstance } from 'fastify';
import type { AppContext, ExchangeOf } from '../../../app/context.ts';
import { route } from '../../../app/route.ts';
import { HttpError } from '../../../errors/http-error.ts';
import { hashToken } from '../../../secrets/secrets.ts';
import { requireService } from '../../services/services.service.ts';
import * as repository from './background-exports.repository.ts';
import { downloadStored } from './download-stored.ts';
import { fixedQuery, requestedRows, storedQuery } from './requested-rows.ts';

/** Histories as files that are made in the background. */
export async function backgroundExportsRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  route(app, context, endpoints.listExports, async ({ tx, account: { account_id } }) => ({
    exports: await repository.findExports(tx, account_id),
  }));

  const create = async ({ tx, account, body }: ExchangeOf<'createExport'>) => {
    const { account_id, language, timezone } = account;
    const type = body.kind === 'calls' ? 'voicing' : 'messaging';
    const service = await requireService(tx, account, body, type);
    const request: ExportRequest = { ...body, query: { ...storedQuery(body.kind, body.query) } };
    await repository.lockExports(tx, account_id);
    const same = await repository.findSameExport(tx, account_id, request);
    if (same !== undefined) return { export: same };
    const rows = requestedRows(account, service, request);
    const { start_date, end_date } = rows.period;
    const fixed = { fixed_query: fixedQuery(request.query, rows), language, timezone, start_date, end_date };
    const created = await repository.insertExport(tx, account_id, { ...request, ...fixed });
    if (created === undefined) throw new HttpError('too_many_exports', { params: { max: mostExports } });
    return { export: created };
  };
  const limit = () => ({ name: 'exports', windowSeconds: 3600, max: 60 });
  route(app, context, endpoints.createExport, create, { limit });

  route(app, context, endpoints.cancelExport, async ({ tx, account: { account_id }, params }) => {
    await repository.updateCancelled(tx, account_id, params.export_id);
    const found = await repository.findExport(tx, account_id, params.export_id);
    if (found === undefined) throw new HttpError('not_found');
    return { export: found };
  });

  route(app, context, endpoints.deleteExport, async ({ tx, account, params: { export_id } }) => {
    if (!(await repository.deleteExport(tx, account.account_id, export_id))) throw new HttpError('not_found');
    return { export_id };
  });

  route(app, context, endpoints.downloadExport, async ({ tx, account, params, reply }) => {
    const found = await repository.findExport(tx, account.account_id, params.export_id);
    if (found === undefined) throw new HttpError('not_found');
    if (found.state === 'expired' || found.is_expired) throw new HttpError('export_expired');
    if (found.state !== 'ready') throw new HttpError('document_not_ready');
    return downloadStored(context, { reply, account }, found);
  });

  const redeem = async ({ tx, account: { account_id }, body }: ExchangeOf<'redeemExportLink'>) => {
    const found = await repository.findByLink(tx, account_id, hashToken(body.token));
    if (found === undefined || found.is_expired) throw new HttpError('export_link_expired');
    if (found.is_used) throw new HttpError('export_link_used');
    await repository.updateLinkUsed(tx, account_id, found.export_id);
    return { export: found };
  };
  route(app, context, endpoints.redeemExportLink, redeem, {
    limit: () => ({ name: 'export-links', windowSeconds: 3600, max: 60 }),
  });
}
