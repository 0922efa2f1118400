import type { TopUpQuote } from '@portal/contract/top-up-quote';
import { DateTime } from 'luxon';
import type { AppContext, ExchangeOf } from '../../app/context.ts';
import type { Config } from '../../config/config.ts';
import type { Queryable } from '../../database/database.ts';
import { HttpError } from '../../errors/http-error.ts';
import { Big, trimmed } from '../../listing/decimal.ts';
import type { SessionAccount } from '../../sessions/sessions.repository.ts';
import { findFigures } from '../balances/service-figures.ts';
import { chosenProvider } from '../crypto-providers/chosen-provider.ts';
import { refuseOutside, requireService } from '../services/services.service.ts';
import { dayIn, vatOn } from '../vat/vat.ts';
import { addVat } from '../vat/vat-amounts.ts';

/**
 * Returns a service's terms for a top-up at this moment: its limits, its VAT, and the amounts of a credit with VAT, in the
 * service's currency. Quotes and payments use the same terms. Throws 403 if the account is not configured or has
 * no address, 404 for an unknown service.
 */
export async function topUpTerms(
  tx: Queryable,
  config: Config,
  customer: SessionAccount,
  request: { service_id: string },
) {
  const { country, address, currency, tax_number } = customer;
  // An invoice names its buyer's full address (Directive 2006/112/EC, article 226).
  if ([country, address, currency, tax_number].includes(null)) throw new HttpError('not_configured');
  const service = await requireService(tx, customer, request);
  const moment = DateTime.utc();
  const vat = vatOn(dayIn(customer.timezone, moment), customer, config);
  // Services whose usage is taxed have no VAT on top-ups: otherwise the same money would be taxed twice.
  const basis = service.vat_on === 'topup' ? 'prepayment' : 'usage';
  const rate = basis === 'prepayment' ? vat.rate : '0.00';
  const limits = { min: config.TOP_UP_MIN, max: config.TOP_UP_MAX };
  return {
    service,
    moment,
    vat,
    basis,
    limits,
    /** Throws 422 with the limit that the amount exceeds. */
    amountsOf: (amount: string) => {
      refuseOutside(amount, { ...limits, currency: service.currency, field: 'amount' });
      return addVat(amount, rate);
    },
  } as const;
}

/** Returns what a top-up would cost. Throws as its creation would, but creates nothing. */
export async function quoteTopUp(
  { tx, account, body }: ExchangeOf<'quoteTopUp'>,
  context: Pick<AppContext, 'config' | 'database'>,
) {
  const { config } = context;
  if (body.method === 'crypto' && !account.crypto_enabled) throw new HttpError('crypto_disabled');
  const { service, vat, basis, limits, amountsOf } = await topUpTerms(tx, config, account, body);
  const { service_id, currency } = service;
  const balance = trimmed(service.balance, 4);
  const amounts = typeof body.amount === 'string' ? amountsOf(body.amount) : null;
  const figures = amounts && (await findFigures(tx, config, account, [service])).get(service_id);
  const quote: TopUpQuote = {
    service_id,
    method: body.method,
    currency,
    basis,
    vat,
    limits,
    balance,
    amounts: amounts && {
      ...amounts,
      balance_after: sumOf(service.balance, amounts.amount),
      available_after: figures ? sumOf(figures.available, amounts.amount) : null,
    },
    crypto_options: account.crypto_enabled ? [...(chosenProvider(context)?.options ?? [])] : [],
  };
  return { quote };
}

function sumOf(before: string, credit: string): string {
  return trimmed(new Big(before).plus(credit).toFixed(6), 4);
}
