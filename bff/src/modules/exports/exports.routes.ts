import { Readable } from 'node:stream';
import { endpoints } from '@portal/contract/endpoints';
import { exportMediaTypes, mostExportedRows } from '@portal/contract/exports';
import type { FastifyInstance } from 'fastify';
import { AfterCommit, downloadHeaders } from '../../app/after-commit.ts';
import type { AppContext, Exchange, ExchangeOf } from '../../app/context.ts';
import { route } from '../../app/route.ts';
import type { Transaction } from '../../database/database.ts';
import type { Sql } from '../../database/sql.ts';
import { HttpError } from '../../errors/http-error.ts';
import type { SessionAccount } from '../../sessions/sessions.repository.ts';
import type { ServiceRow } from '../services/services.repository.ts';
import { requireService } from '../services/services.service.ts';
import { cancelWhenGone } from './cancel-when-gone.ts';
import { composeExport } from './compose-export.ts';
import { exportFileName } from './export-file-name.ts';
import type { ExportFile } from './history-columns.ts';
import { callRows, messageRows, portionsOf } from './history-rows.repository.ts';

/** Rows that a thread writes at a time. */
const portionRows = 1_000;
/** A file has at most a few megabytes: they wait here for a slow browser, and no thread or connection does. */
const bufferedBytes = 64 * 1024 * 1024;

/** Calls and messages of a filter as files. */
export async function exportsRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const exportCalls = async (exchange: ExchangeOf<'exportCalls'>) => {
    const { tx, account, params, query } = exchange;
    const service = await requireService(tx, account, params, 'voicing');
    const { statement, period } = await callRows(tx, account, service, query, mostExportedRows + 1);
    const file = fileOf(account, service, query, 'calls');
    return download(exchange, tx, { file, statement, name: exportFileName(file, service, period) });
  };
  route(app, context, endpoints.exportCalls, exportCalls, { capacity: 'reports' });

  const exportMessages = async (exchange: ExchangeOf<'exportMessages'>) => {
    const { tx, account, params, query } = exchange;
    const service = await requireService(tx, account, params, 'messaging');
    const { statement, period } = messageRows(account, service, query, mostExportedRows + 1);
    const file = fileOf(account, service, query, 'messages');
    return download(exchange, tx, { file, statement, name: exportFileName(file, service, period) });
  };
  route(app, context, endpoints.exportMessages, exportMessages, { capacity: 'reports' });

  async function download(
    { reply, account }: Exchange & { account: SessionAccount },
    tx: Transaction,
    { file, statement, name }: { file: ExportFile; statement: Sql; name: string },
  ): Promise<AfterCommit> {
    const rows = await cancelWhenGone(context.database, tx, reply.raw, () =>
      tx.query<{ row: string }>(statement),
    );
    if (rows.length > mostExportedRows)
      throw new HttpError('range_too_long', { params: { field: 'start_date' } });
    return new AfterCommit(async () => {
      const written = await inTurn(context, account, composeExport(file, portionsOf(rows, portionRows)));
      const mediaType = exportMediaTypes[file.format];
      const type = file.format === 'csv' ? `${mediaType}; charset=utf-8; header=present` : mediaType;
      const stream = Readable.from(written, { objectMode: false, highWaterMark: bufferedBytes });
      return reply.headers(downloadHeaders(name, type)).send(stream);
    });
  }
}

/** Waits for the account's share of reports, which the parts use until the last one is written. Throws 429 if it is used up. */
async function inTurn<Part>(
  { load }: Pick<AppContext, 'load'>,
  { account_id }: SessionAccount,
  parts: AsyncIterable<Part>,
): Promise<AsyncGenerator<Part>> {
  const begun = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const turn = load.run(account_id, 'reports', () => {
    begun.resolve();
    return written.promise;
  });
  await Promise.race([begun.promise, turn]);
  async function* counted() {
    try {
      yield* parts;
    } finally {
      written.resolve();
    }
  }
  return counted();
}

function fileOf(
  { language, timezone }: SessionAccount,
  { currency }: ServiceRow,
  { format }: { format: ExportFile['format'] },
  history: ExportFile['history'],
): ExportFile {
  return { history, format, language, timezone, currency };
}
