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
import { inRenderer } from '../documents/render-document.ts';
import { serviceOrFirst } from '../services/services.service.ts';
import type { StatementPdf } from './compose-statement-file.ts';
import { downloadCsv } from './download-csv.ts';
import { findPage, findPortion, portionsOf, summarize } from './statement.ts';
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
    if (query.format === 'csv') return downloadCsv(context, exchange, { file, owner, range });
    const movements: Movement[] = [];
    for (const portion of portionsOf(range)) movements.push(...(await findPortion(tx, owner, portion)));
    return sendPdf(exchange, file, movements);
  };
  route(app, context, endpoints.getStatement, getStatement, { capacity: 'reports' });

  async function sendPdf(
    { tx, account, reply }: ExchangeOf<'getStatement'>,
    file: StatementFile,
    movements: readonly Movement[],
  ): Promise<AfterCommit> {
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
      movements,
    };
    return sendDocument(
      context,
      { reply, account },
      {
        name: statementFileName(file, 'pdf'),
        mediaType: 'application/pdf',
        content: () => inRenderer(compose, content),
      },
    );
  }
}

const compose = {
  module: new URL('compose-statement-file.ts', import.meta.url),
  name: 'composeStatementPdf',
};
