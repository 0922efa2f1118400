import { randomBytes } from 'node:crypto';
import { requireLockedAccount } from '../../accounts/account-access.ts';
import type { AccountRow } from '../../accounts/accounts.repository.ts';
import type { Config } from '../../config/config.ts';
import type { Queryable } from '../../database/database.ts';
import { rateLimited } from '../../errors/http-error.ts';
import { creditorReference } from '../bank-transfer/creditor-reference.ts';
import { refuseEqualTopUp, type TopUpAsset } from './equal-top-up.ts';
import { particularsOf } from './particulars.ts';
import { countRecentPayments, type NewPayment, takePaymentNumber } from './payments.repository.ts';
import { topUpTerms } from './top-up-quote.ts';

interface TopUpRequest {
  service_id: string;
  amount: string;
  allow_duplicate?: boolean | null | undefined;
}

/**
 * Prepares a pending payment, with VAT if the service taxes top-ups; `asset` is a crypto payment's. Throws 4xx if it is not allowed.
 * Locks the account: VAT and buyer are those of one row, and parallel requests count each other's payments.
 */
export async function prepareTopUp(
  tx: Queryable,
  config: Config,
  { account_id }: Pick<AccountRow, 'account_id'>,
  request: TopUpRequest,
  asset: TopUpAsset | null,
) {
  const account = await requireLockedAccount(tx, account_id);
  const { service, moment: created, vat, basis, amountsOf } = await topUpTerms(tx, config, account, request);
  const amounts = amountsOf(request.amount);
  await refuseMany(tx, config, account_id);
  await refuseEqualTopUp(tx, account_id, request, asset);
  const number = await takePaymentNumber(tx, asset === null ? 'PF' : 'CR');
  const payment = {
    account_id,
    payment_id: `pay_${randomBytes(10).toString('hex')}`,
    service_id: service.service_id,
    number,
    type: 'top_up',
    status: 'pending',
    currency: service.currency,
    reference: creditorReference(number),
    created: created.toISO(),
    particulars: particularsOf(config, account, { vat, basis }),
    ...amounts,
  } as const satisfies Omit<NewPayment, 'method'>;
  return { payment, created };
}

/** Returns what a top-up would cost with VAT, and creates nothing. Throws 4xx as `prepareTopUp` would. */
export async function quoteGross(
  tx: Queryable,
  config: Config,
  { account_id }: Pick<AccountRow, 'account_id'>,
  request: TopUpRequest,
  asset: TopUpAsset,
) {
  const account = await requireLockedAccount(tx, account_id);
  const { service, amountsOf } = await topUpTerms(tx, config, account, request);
  await refuseMany(tx, config, account_id);
  await refuseEqualTopUp(tx, account_id, request, asset);
  return { gross: amountsOf(request.amount).gross_amount, currency: service.currency };
}

/** Payments that one account may create: each takes a document number, which is never reused. */
export const mostPayments = { hour: 60, day: 200 };

/**
 * Throws 429 if the account, which is locked, has created too many payments. Repeated requests with the same idempotency key
 * create none.
 */
async function refuseMany(tx: Queryable, { RATE_LIMIT_FACTOR: factor }: Config, accountId: string) {
  const { in_hour, in_day, hour_left, day_left } = await countRecentPayments(tx, accountId);
  if (in_day >= mostPayments.day * factor) throw rateLimited(Math.max(1, day_left));
  if (in_hour >= mostPayments.hour * factor) throw rateLimited(Math.max(1, hour_left));
}
