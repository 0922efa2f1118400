import { Readable } from 'node:stream';
import type { BackgroundExport } from '@portal/contract/background-exports';
import type { FastifyReply } from 'fastify';
import { AfterCommit, downloadHeaders, sendHeaders, waitForTurn } from '../../../app/after-commit.ts';
import type { AppContext } from '../../../app/context.ts';
import type { ExportFile } from '../history-columns.ts';
import { exportFileName, exportTypes } from '../render-export.ts';
import { findPart } from './background-exports.repository.ts';
import { openPart } from './export-writer.ts';

/** Sends the file of an export. Each part is read when the browser has taken the one before. */
export function downloadStored(
  { database, load }: Pick<AppContext, 'database' | 'load'>,
  { reply, account: { account_id } }: { reply: FastifyReply; account: { account_id: string } },
  { export_id, ...stored }: BackgroundExport,
): AfterCommit {
  const format: ExportFile['format'] = stored.format === 'xlsx' ? 'xlsx' : 'csv';
  const kind = stored.kind === 'messages' ? 'messages' : 'calls';
  const name = exportFileName({ ...stored, kind, format });
  const mediaType = exportTypes[format];
  if (reply.request.method === 'HEAD') return sendHeaders(reply, { name, mediaType });
  const partOf = (position: number) =>
    waitForTurn(() =>
      load.run(account_id, 'general', () =>
        database.withAccount(account_id, (tx) => findPart(tx, account_id, export_id, position)),
      ),
    );
  async function* parts() {
    let sent = 0;
    for (let position = 0; ; position += 1) {
      const content = await partOf(position);
      if (content === undefined) break;
      const part = await openPart({ format }, content);
      sent += part.length;
      yield part;
    }
    // Deleted meanwhile: a connection that breaks says so, where an early end would look like a whole file.
    if (sent !== stored.size_bytes) throw new Error('an export was deleted while it was downloaded');
  }
  return new AfterCommit(async () =>
    reply
      .headers({ ...downloadHeaders(name, mediaType), 'content-length': String(stored.size_bytes ?? 0) })
      .send(Readable.from(parts(), { objectMode: false })),
  );
}
