import { endpoints } from '@portal/contract/endpoints';
import { mostExportedRows } from '@portal/contract/exports';
import type { FastifyInstance } from 'fastify';
import { type AfterCommit, sendDocument, sendHeaders } from '../../app/after-commit.ts';
import type { AppContext, ExchangeOf } from '../../app/context.ts';
import { route } from '../../app/route.ts';
import { HttpError } from '../../errors/http-error.ts';
import type { ServiceRow } from '../services/services.repository.ts';
import { requireService } from '../services/services.service.ts';
import { downloadInPortions } from './download-in-portions.ts';
import { type ExportFile, fileOf } from './history-columns.ts';
import { callRows, type HistoryRows, messageRows } from './history-rows.repository.ts';
import { exportFileName, exportTypes, renderExport } from './render-export.ts';
import { portionRows } from './written-portions.ts';

type Exported = ExchangeOf<'exportCalls'> | ExchangeOf<'exportMessages'>;

/** Calls and messages of a filter as files. */
export async function exportsRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const exportCalls = async (exchange: ExchangeOf<'exportCalls'>) => {
    const { tx, account, params, query } = exchange;
    const service = await requireService(tx, account, params, 'voicing');
    const file = fileOf(account, service, { kind: 'calls', format: query.format });
    return download(exchange, service, file, callRows(account, service, query));
  };
  route(app, context, endpoints.exportCalls, exportCalls, { capacity: 'reports' });

  const exportMessages = async (exchange: ExchangeOf<'exportMessages'>) => {
    const { tx, account, params, query } = exchange;
    const service = await requireService(tx, account, params, 'messaging');
    const file = fileOf(account, service, { kind: 'messages', format: query.format });
    return download(exchange, service, file, messageRows(account, service, query));
  };
  route(app, context, endpoints.exportMessages, exportMessages, { capacity: 'reports' });

  async function download(
    { tx, request, reply, account }: Exported,
    { service_id }: ServiceRow,
    file: ExportFile,
    rows: HistoryRows,
  ): Promise<AfterCommit> {
    const name = exportFileName({ ...rows.period, kind: file.history, format: file.format, service_id });
    // Without reading the rows.
    if (request.method === 'HEAD') return sendHeaders(reply, { name, mediaType: exportTypes[file.format] });
    const isInPortions = file.format === 'csv' && rows.isByTime;
    const limit = isInPortions ? portionRows : mostExportedRows + 1;
    const first = await rows.read(tx, limit);
    if (isInPortions) {
      const write = (portion: string, hasHeadings: boolean) =>
        renderExport({ file, rows: portion, hasHeadings });
      return downloadInPortions(context, { reply, account }, { name, rows, first, write });
    }
    if (first.count > mostExportedRows)
      throw new HttpError('range_too_long', { params: { field: 'start_date' } });
    const content = () => renderExport({ file, rows: first.rows, hasHeadings: true });
    return sendDocument(context, { reply, account }, { name, mediaType: exportTypes[file.format], content });
  }
}
