import { Readable } from 'node:stream';
import { exportMediaTypes } from '@portal/contract/exports';
import type { FastifyReply } from 'fastify';
import { AfterCommit, downloadHeaders } from '../../app/after-commit.ts';
import type { AppContext } from '../../app/context.ts';
import { composeExport } from './compose-export.ts';
import type { ExportFile } from './history-columns.ts';

/** Rows that a thread receives at a time. */
const portionRows = 1_000;
/** More than a file of `mostExportedRows` has: its parts wait here for a slow browser, and no thread does. */
const bufferedBytes = 64 * 1024 * 1024;

interface WholeFile {
  name: string;
  file: ExportFile;
  /** All rows of the file. */
  rows: readonly string[];
}

/** Sends a file of rows that have been read, while a thread writes it. */
export function downloadWhole(
  { load }: Pick<AppContext, 'load'>,
  { reply, account: { account_id: accountId } }: { reply: FastifyReply; account: { account_id: string } },
  { name, file, rows }: WholeFile,
): AfterCommit {
  return new AfterCommit(async () => {
    const turn = await beginTurn(load, accountId);
    async function* written() {
      yield* composeExport(file, portionsOf(rows));
      turn.end();
    }
    const stream = Readable.from(written(), { objectMode: false, highWaterMark: bufferedBytes });
    // Also if the browser has gone, or the file has failed.
    stream.once('close', turn.end);
    const mediaType = exportMediaTypes[file.format];
    const type = file.format === 'csv' ? `${mediaType}; charset=utf-8; header=present` : mediaType;
    return reply.headers(downloadHeaders(name, type)).send(stream);
  });
}

/** Waits for the account's share of reports, and uses it until the end of the turn. Throws 429 if it is used up. */
async function beginTurn(load: AppContext['load'], accountId: string): Promise<{ end: () => void }> {
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const turn = load.run(accountId, 'reports', () => {
    begun.resolve();
    return ended.promise;
  });
  await Promise.race([begun.promise, turn]);
  return { end: ended.resolve };
}

function* portionsOf(rows: readonly string[]): Generator<string> {
  for (let from = 0; from < rows.length; from += portionRows)
    yield `[${rows.slice(from, from + portionRows).join(',')}]`;
}
