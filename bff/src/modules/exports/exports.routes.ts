import { endpoints } from '@portal/contract/endpoints';
import { mostExportedRows } from '@portal/contract/exports';
import type { FastifyInstance } from 'fastify';
import { type AfterCommit, sendDocument } from '../../app/after-commit.ts';
import type { AppContext, ExchangeOf } from '../../app/context.ts';
import { route } from '../../app/route.ts';
import { HttpError } from '../../errors/http-error.ts';
import type { SessionAccount } from '../../sessions/sessions.repository.ts';
import type { ServiceRow } from '../services/services.repository.ts';
import { requireService } from '../services/services.service.ts';
import { cancelWhenGone } from './cancel-when-gone.ts';
import { downloadInPortions, portionRows } from './download-in-portions.ts';
import type { ExportFile } from './history-columns.ts';
import { callRows, type HistoryRows, messageRows } from './history-rows.repository.ts';
import { exportTypes, renderExport } from './render-export.ts';

type Exported = ExchangeOf<'exportCalls'> | ExchangeOf<'exportMessages'>;

/** Calls and messages of a filter as files. */
export async function exportsRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const exportCalls = async (exchange: ExchangeOf<'exportCalls'>) => {
    const { tx, account, params, query } = exchange;
    const service = await requireService(tx, account, params, 'voicing');
    const file = fileOf(account, service, query, 'calls');
    return download(exchange, service, file, callRows(account, service, query));
  };
  route(app, context, endpoints.exportCalls, exportCalls, { capacity: 'reports' });

  const exportMessages = async (exchange: ExchangeOf<'exportMessages'>) => {
    const { tx, account, params, query } = exchange;
    const service = await requireService(tx, account, params, 'messaging');
    const file = fileOf(account, service, query, 'messages');
    return download(exchange, service, file, messageRows(account, service, query));
  };
  route(app, context, endpoints.exportMessages, exportMessages, { capacity: 'reports' });

  async function download(
    { tx, reply, account }: Exported,
    { service_id }: ServiceRow,
    file: ExportFile,
    rows: HistoryRows,
  ): Promise<AfterCommit> {
    const { start_date, end_date } = rows.period;
    // `calls_svc_vo_8KQ2_2026-11-01_2026-11-30.csv`
    const name = `${file.history}_${service_id}_${start_date}_${end_date}.${file.format}`;
    const isInPortions = file.format === 'csv' && rows.isByTime;
    const limit = isInPortions ? portionRows : mostExportedRows + 1;
    const first = await cancelWhenGone(context.database, tx, reply.raw, () => rows.read(tx, limit));
    if (isInPortions) return downloadInPortions(context, { reply, account }, { name, file, rows, first });
    if (first.length > mostExportedRows)
      throw new HttpError('range_too_long', { params: { field: 'start_date' } });
    const content = () => renderExport({ file, rows: `[${first.join(',')}]`, hasHeadings: true });
    return sendDocument(context, { reply, account }, { name, mediaType: exportTypes[file.format], content });
  }
}

function fileOf(
  { language, timezone }: SessionAccount,
  { currency }: ServiceRow,
  { format }: { format: ExportFile['format'] },
  history: ExportFile['history'],
): ExportFile {
  return { history, format, language, timezone, currency };
}
