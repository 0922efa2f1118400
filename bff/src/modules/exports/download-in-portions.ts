import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { AfterCommit, downloadHeaders, waitForTurn } from '../../app/after-commit.ts';
import type { AppContext } from '../../app/context.ts';
import { sql } from '../../database/sql.ts';
import { cancelWhenGone } from './cancel-when-gone.ts';
import type { ExportFile } from './history-columns.ts';
import type { HistoryRows } from './history-rows.repository.ts';
import { exportTypes, renderExport } from './render-export.ts';

/** Rows that are read and written at a time: some hundred kilobytes. */
export const portionRows = 3_000;

interface PortionedFile {
  name: string;
  file: ExportFile;
  rows: HistoryRows;
  /** The first portion. */
  first: readonly string[];
}

/**
 * Sends CSV of any length. Each portion has a transaction and a turn of its own, and is read when the browser has taken the one
 * before: a slow browser holds neither a connection nor a process. While a process writes a portion, the next one is read.
 */
export function downloadInPortions(
  { database, load }: Pick<AppContext, 'database' | 'load'>,
  { reply, account: { account_id: accountId } }: { reply: FastifyReply; account: { account_id: string } },
  { name, file, rows, first }: PortionedFile,
): AfterCommit {
  const readAfter = (row: string) =>
    database.withAccount(
      accountId,
      async (tx) => {
        // Many rows follow each other in the index: sorting would read all that remain, for each portion.
        await tx.run(sql`set local enable_sort = off`);
        return cancelWhenGone(database, tx, reply.raw, () => rows.read(tx, portionRows, row));
      },
      'reports',
    );
  async function* parts() {
    let portion = first;
    let isFirst = true;
    do {
      const last = portion.length < portionRows ? undefined : portion.at(-1);
      const written = { file, rows: `[${portion.join(',')}]`, hasHeadings: isFirst };
      const [part, next] = await waitForTurn(() =>
        load.run(accountId, 'reports', () =>
          Promise.all([renderExport(written), last === undefined ? [] : readAfter(last)]),
        ),
      );
      yield part;
      portion = next;
      isFirst = false;
    } while (portion.length > 0 && !reply.raw.destroyed);
  }
  return new AfterCommit(async () => {
    const headers = downloadHeaders(name, exportTypes.csv);
    return reply.headers(headers).send(Readable.from(parts(), { objectMode: false }));
  });
}
