import { endpoints } from '@portal/contract/endpoints';
import { maxPaymentDays } from '@portal/contract/payments';
import type { FastifyInstance } from 'fastify';
import type { AppContext, ExchangeOf } from '../../app/context.ts';
import { isRepeated } from '../../app/idempotency.ts';
import { route } from '../../app/route.ts';
import { HttpError } from '../../errors/http-error.ts';
import { page } from '../../listing/page.ts';
import { resolvePeriod } from '../../listing/period.ts';
import { bankDetails, toPaymentResponse } from './payment-response.ts';
import {
  cancelPayment,
  findPayment,
  findPayments,
  findPaymentTotals,
  insertPayment,
} from './payments.repository.ts';
import { countPaymentOfSession } from './payments-of-session.ts';
import { prepareTopUp } from './top-up.ts';
import { quoteTopUp } from './top-up-quote.ts';

const daysToPay = 14;

/** Endpoints 21 and 23, the quote of a top-up, and its cancellation. */
export async function paymentsRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const { config } = context;

  route(app, context, endpoints.quoteTopUp, (exchange) => quoteTopUp(exchange, context));

  const createInvoicePayment = async ({ tx, account, body }: ExchangeOf<'createInvoicePayment'>) => {
    const { payment, created } = await prepareTopUp(tx, config, account, body, null);
    const row = await insertPayment(tx, {
      ...payment,
      method: 'bank_transfer',
      purchase_order: body.purchase_order,
      note: body.note,
      due_date: created.setZone(payment.particulars.timezone).plus({ days: daysToPay }).toISODate(),
    });
    return { payment: toPaymentResponse(row, config), bank_details: bankDetails(row, config) };
  };
  route(app, context, endpoints.createInvoicePayment, createInvoicePayment, {
    capacity: 'essential',
    before: async (exchange) => {
      // A repeated request creates no payment.
      if (!(await isRepeated(context, exchange))) await countPaymentOfSession(context, exchange.session);
    },
  });

  route(app, context, endpoints.listPayments, async ({ tx, account, query }) => {
    const { timezone } = account;
    const period = resolvePeriod(query, { timezone, open: 'last_12_months', maxDays: maxPaymentDays });
    const filter = { ...query, accountId: account.account_id, period };
    const items = (await findPayments(tx, filter)).map((row) => toPaymentResponse(row, config));
    const summary = await findPaymentTotals(tx, filter);
    const total = summary.reduce((sum, { count }) => sum + count, 0);
    return {
      ...page(query, items, total),
      period,
      summary,
      filters: { filter_or: [...query.filter_or], filter_query: query.filter_query ?? null },
    };
  });

  const cancel = async ({ tx, account: { account_id }, params }: ExchangeOf<'cancelPayment'>) => {
    // It waits for a receipt that has locked the payment, and then sees its state.
    const isCanceled = await cancelPayment(tx, params.payment_id);
    const row = await findPayment(tx, account_id, params.payment_id);
    if (row === undefined) throw new HttpError('not_found');
    if (!isCanceled && row.status !== 'canceled') throw new HttpError('payment_not_cancelable');
    return { payment: toPaymentResponse(row, config) };
  };
  route(app, context, endpoints.cancelPayment, cancel, { capacity: 'essential' });
}
