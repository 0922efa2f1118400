import { AfterCommit, begunStream, downloadHeaders, waitForTurn } from '../../app/after-commit.ts';
import type { AppContext, ExchangeOf } from '../../app/context.ts';
import { inRenderer } from '../documents/render-document.ts';
import type { BalanceOwner } from '../ledger/post-entry.ts';
import { findPortion, type Portion, portionsOf } from './statement.ts';
import { statementCsv } from './statement-csv.ts';
import { type StatementFile, statementFileName } from './statement-file.ts';

/**
 * Sends a statement as CSV. Each portion of lines has a transaction and a turn of its own, and is read after the one before
 * it has been sent: all of them together may take longer than one request's transaction. Booked lines do not change.
 */
export function downloadCsv(
  { database, load }: AppContext,
  { account, reply }: Pick<ExchangeOf<'getStatement'>, 'account' | 'reply'>,
  { file, owner, range }: { file: StatementFile; owner: BalanceOwner; range: Portion },
): AfterCommit {
  const accountId = account.account_id;
  const linesOf = (portion: Portion) =>
    load.runPart(accountId, 'reports', async () => {
      const find = (tx: Parameters<typeof findPortion>[0]) => findPortion(tx, owner, portion);
      const movements = await database.withAccount(accountId, find, 'reports');
      return inRenderer<unknown, string>(compose, { file, movements });
    });
  const { head, foot } = statementCsv(file);
  async function* parts() {
    const [first, ...rest] = portionsOf(range);
    yield first === undefined ? head : head + (await linesOf(first));
    for (const portion of rest) yield waitForTurn(() => linesOf(portion));
    yield foot;
  }
  return new AfterCommit(async () => {
    const headers = downloadHeaders(
      statementFileName(file, 'csv'),
      'text/csv; charset=utf-8; header=present',
    );
    return reply.headers(headers).send(await begunStream(parts()));
  });
}

const compose = { module: new URL('compose-statement-file.ts', import.meta.url), name: 'composeCsvLines' };
