import type { FastifyReply } from 'fastify';
import { AfterCommit, begunStream, downloadHeaders } from '../../app/after-commit.ts';
import type { AppContext } from '../../app/context.ts';
import { goneSignal } from '../../http/gone-requests.ts';
import type { RowsPortion } from './history-rows.repository.ts';
import { exportTypes } from './render-export.ts';
import { type PortionedRows, writtenPortions } from './written-portions.ts';

interface PortionedFile {
  name: string;
  rows: PortionedRows;
  /** The first portion. */
  first: RowsPortion;
  /** Writes rows, which are JSON, in a render process. The first ones follow the headings. */
  write: (rows: string, isFirst: boolean) => Promise<Uint8Array>;
}

/** Sends CSV of any length, in portions that are read when the browser has taken the one before. */
export function downloadInPortions(
  context: Pick<AppContext, 'database' | 'load'>,
  { reply, account }: { reply: FastifyReply; account: { account_id: string } },
  { name, rows, first, write }: PortionedFile,
): AfterCommit {
  async function* parts() {
    const portions = writtenPortions(context, {
      accountId: account.account_id,
      rows,
      first,
      write,
      signal: goneSignal(reply.raw),
    });
    for await (const { part } of portions) yield part;
  }
  return new AfterCommit(async () => {
    const headers = downloadHeaders(name, exportTypes.csv);
    return reply.headers(headers).send(await begunStream(parts()));
  });
}
