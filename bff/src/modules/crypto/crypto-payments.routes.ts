import { randomBytes } from 'node:crypto';
import { endpoints } from '@portal/contract/endpoints';
import type { CryptoOption } from '@portal/contract/top-up-quote';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext, ExchangeOf } from '../../app/context.ts';
import { idempotencyKeyOf, isRepeated } from '../../app/idempotency.ts';
import { route } from '../../app/route.ts';
import type { Transaction } from '../../database/database.ts';
import { HttpError, validationFailed } from '../../errors/http-error.ts';
import { chosenProvider } from '../crypto-providers/chosen-provider.ts';
import {
  type CryptoProvider,
  ProviderError,
  type ProviderInvoice,
} from '../crypto-providers/crypto-provider.ts';
import { toPaymentResponse } from '../payments/payment-response.ts';
import { findPayment, insertPayment } from '../payments/payments.repository.ts';
import { countPaymentOfSession } from '../payments/payments-of-session.ts';
import { prepareTopUp, quoteGross } from '../payments/top-up.ts';
import { toCryptoDetails } from './crypto-details.ts';
import {
  findCryptoInvoice,
  findCryptoTransactions,
  insertCryptoInvoice,
} from './crypto-invoices.repository.ts';

interface Prepared {
  paymentId: string;
  gross: string;
  option: CryptoOption;
  invoice: ProviderInvoice;
}

/** Top-ups in crypto currencies, and one payment for the pages that wait for its money. */
export async function cryptoPaymentsRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const { config, database } = context;
  const provider = chosenProvider(context);
  const prepared = new WeakMap<FastifyRequest, Prepared>();

  /** The requests of this process whose invoice is being created. */
  const inProgress = new Set<string>();

  /** Creates the provider's invoice before the transaction begins. If the transaction fails, nobody sees its address. */
  const prepare = async (exchange: Omit<ExchangeOf<'createCryptoPayment'>, 'tx'>) => {
    const { account_id } = exchange.account;
    const key = idempotencyKeyOf(exchange.request);
    if (key === undefined) return order(exchange);
    const name = `${account_id}:${key}`;
    // A refusal of the second request would be wrong if the first one succeeds.
    if (inProgress.has(name))
      throw new HttpError('idempotency_in_flight', { headers: { 'retry-after': '1' } });
    inProgress.add(name);
    try {
      if (!(await isRepeated(context, exchange))) await order(exchange);
    } finally {
      inProgress.delete(name);
    }
  };

  const order = async (exchange: Omit<ExchangeOf<'createCryptoPayment'>, 'tx'>) => {
    const { account, body, request, session } = exchange;
    if (!account.crypto_enabled) throw new HttpError('crypto_disabled');
    if (provider === null) throw new HttpError('upstream_error');
    const option = optionOf(provider, body);
    await countPaymentOfSession(context, session);
    const terms = await database.withAccount(
      account.account_id,
      (tx) => quoteGross(tx, config, account, body, option),
      'essential',
    );
    const paymentId = `pay_${randomBytes(10).toString('hex')}`;
    const { gross, currency } = terms;
    const invoice = await provider
      .createInvoice({ payment_id: paymentId, amount: gross, currency, option })
      .catch((cause: unknown) => {
        if (!(cause instanceof ProviderError)) throw cause;
        request.log.error({ err: cause }, 'crypto provider');
        throw new HttpError('upstream_error', { cause });
      });
    prepared.set(request, { paymentId, gross, option, invoice });
  };

  const create = async ({ tx, account, body, request }: ExchangeOf<'createCryptoPayment'>) => {
    const ordered = prepared.get(request);
    // The response to the same key was deleted between the two transactions.
    if (ordered === undefined || provider === null) throw new HttpError('upstream_error');
    const { invoice, option, paymentId: payment_id } = ordered;
    const { payment } = await prepareTopUp(tx, config, account, body, option);
    // The customer's VAT has changed since the provider was asked.
    if (payment.gross_amount !== ordered.gross) throw new HttpError('upstream_error');
    await insertPayment(tx, { ...payment, payment_id, method: 'crypto', expires_at: invoice.expires_at });
    await insertCryptoInvoice(tx, { ...payment, payment_id }, provider.name, option, invoice, firstReading());
    const { crypto, ...created } = await paymentOf(tx, account.account_id, payment_id);
    if (crypto === null) throw new Error(`${payment_id} has no invoice`);
    return { ...created, crypto };
  };
  route(app, context, endpoints.createCryptoPayment, create, { capacity: 'essential', before: prepare });

  route(app, context, endpoints.getPayment, ({ tx, account: { account_id }, params }) =>
    paymentOf(tx, account_id, params.payment_id),
  );

  async function paymentOf(tx: Transaction, accountId: string, paymentId: string) {
    const row = await findPayment(tx, accountId, paymentId);
    if (row === undefined) throw new HttpError('not_found');
    return { payment: toPaymentResponse(row, config), crypto: await cryptoOf(tx, accountId, paymentId) };
  }
}

async function cryptoOf(tx: Transaction, account_id: string, payment_id: string) {
  const invoice = await findCryptoInvoice(tx, account_id, payment_id);
  if (invoice === undefined) return null;
  return toCryptoDetails(invoice, await findCryptoTransactions(tx, { account_id, payment_id }));
}

/** A webhook that is lost is noticed a minute later. */
function firstReading(): string {
  return new Date(Date.now() + 60_000).toISOString();
}

/** The chosen option, the first one without a choice. Throws 422 for one that is not offered. */
function optionOf(
  { options }: CryptoProvider,
  { pay_currency, network }: ExchangeOf<'createCryptoPayment'>['body'],
): CryptoOption {
  const found = options.find(
    (option) =>
      (pay_currency ?? option.pay_currency) === option.pay_currency &&
      (network ?? option.network) === option.network,
  );
  if (found === undefined) throw validationFailed({ field: 'pay_currency', code: 'field_invalid' });
  return found;
}
