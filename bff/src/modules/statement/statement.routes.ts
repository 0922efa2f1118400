import { endpoints } from '@portal/contract/endpoints';
import { maxPaymentDays } from '@portal/contract/payments';
import { type Movement, mostStatementLines } from '@portal/contract/statement';
import type { FastifyInstance } from 'fastify';
import { findAccount } from '../../accounts/accounts.repository.ts';
import { type AfterCommit, sendDocument } from '../../app/after-commit.ts';
import type { AppContext, ExchangeOf } from '../../app/context.ts';
import { route } from '../../app/route.ts';
import { HttpError } from '../../errors/http-error.ts';
import { page } from '../../listing/page.ts';
import { resolvePeriod } from '../../listing/period.ts';
import { inThread } from '../documents/render-document.ts';
import { serviceOrFirst } from '../services/services.service.ts';
import type { StatementPdf } from './compose-statement-file.ts';
import { everyLine, findPage, summarize } from './statement.ts';
import { statementCsv } from './statement-csv.ts';
import { type StatementFile, statementFileName } from './statement-file.ts';

/** The statement of account, as data or as a document. */
export async function statementRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const getStatement = async (exchange: ExchangeOf<'getStatement'>) => {
    const { tx, account, query } = exchange;
    const { account_id, timezone } = account;
    const period = resolvePeriod(query, { timezone, open: 'this_month', maxDays: maxPaymentDays });
    const { service_id, type, currency } = await serviceOrFirst(tx, account, query);
    const owner = { account_id, service_id };
    const { range, count, ...summary } = await summarize(tx, owner, period);
    if (query.format === undefined) {
      const items = await findPage(tx, owner, range, query);
      return { ...page(query, items, count), ...summary, period, service_id, service_type: type, currency };
    }
    if (count > mostStatementLines[query.format])
      throw new HttpError('range_too_long', { params: { field: 'start_date' } });
    const service = { service_id, type, currency };
    const file: StatementFile = { language: account.language, service, period, summary };
    return sendFile(exchange, file, everyLine(tx, owner, range));
  };
  route(app, context, endpoints.getStatement, getStatement, { capacity: 'reports' });

  /** Reads the lines in the transaction, and sends the document after it. */
  async function sendFile(
    { tx, account, reply, query: { format } }: ExchangeOf<'getStatement'>,
    file: StatementFile,
    portions: ReturnType<typeof everyLine>,
  ): Promise<AfterCommit> {
    const read: Movement[][] = [];
    for await (const movements of portions) read.push(movements);
    if (format !== 'pdf')
      return sendDocument(
        context,
        { reply, account },
        {
          name: statementFileName(file, 'csv'),
          mediaType: 'text/csv; charset=utf-8; header=present',
          content: async () => {
            const { head, foot } = statementCsv(file);
            const parts = [head];
            for (const movements of read)
              parts.push(await inThread<unknown, string>(task('composeCsvLines'), { file, movements }));
            return [...parts, foot].join('');
          },
        },
      );
    const customer = await findAccount(tx, account.account_id);
    if (customer === undefined) throw new HttpError('unauthenticated');
    const { name, company, account_sid } = customer;
    const { PROVIDER_NAME, PROVIDER_ADDRESS, PROVIDER_COUNTRY } = context.config;
    const content: StatementPdf = {
      file,
      parties: {
        account: { name, company, account_sid },
        provider: { PROVIDER_NAME, PROVIDER_ADDRESS, PROVIDER_COUNTRY },
      },
      movements: read.flat(),
    };
    return sendDocument(
      context,
      { reply, account },
      {
        name: statementFileName(file, 'pdf'),
        mediaType: 'application/pdf',
        content: () => inThread(task('composeStatementPdf'), content),
      },
    );
  }
}

const task = (name: string) => ({ module: new URL('compose-statement-file.ts', import.meta.url), name });
