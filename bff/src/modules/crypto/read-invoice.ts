import type { AppContext } from '../../app/context.ts';
import type { Transaction } from '../../database/database.ts';
import { sql } from '../../database/sql.ts';
import { Big } from '../../listing/decimal.ts';
import type { CryptoProvider, ProviderInvoice } from '../crypto-providers/crypto-provider.ts';
import { mailReceipt } from '../payments/mail-receipt.ts';
import { changeState } from '../payments/payment-states.ts';
import { postReceipt } from '../payments/receive-money.ts';
import {
  type CryptoTransactionRow,
  claimReading,
  findCryptoTransactions,
  type LockedCryptoPayment,
  lockCryptoPayment,
  updateCredited,
  updateCryptoInvoice,
  upsertCryptoTransaction,
} from './crypto-invoices.repository.ts';
import { type CryptoReceipts, nextState, stateOfCrypto } from './payment-state.ts';

type Context = Pick<AppContext, 'database' | 'mailer' | 'log'>;

/**
 * Reads an invoice from the provider and applies what has changed: credits settled transfers, each once, and stores the
 * payment's state. Webhooks and the polling job both come here, so their order and number do not matter. Throws
 * ProviderError if the provider fails.
 */
export async function readInvoice(
  context: Context,
  provider: CryptoProvider,
  invoiceId: string,
): Promise<void> {
  const readAt = await claimReading(context.database.system, provider.name, invoiceId);
  if (readAt === undefined) {
    context.log.warn({ provider: provider.name, invoice_id: invoiceId }, 'crypto invoice of no payment');
    return;
  }
  // Outside a transaction, because the provider may take long.
  const invoice = await provider.getInvoice(invoiceId);
  await context.database.asBackground(async (tx) => {
    const payment = await lockCryptoPayment(tx, provider.name, invoiceId);
    // A later reading was faster.
    if (payment === undefined || Date.parse(payment.read_at) > Date.parse(readAt)) return;
    const expires_at = earlier(payment.expires_at, invoice.expires_at);
    await applyInvoice(context, tx, { ...payment, expires_at }, provider.name, invoice, readAt);
  });
}

async function applyInvoice(
  context: Context,
  tx: Transaction,
  payment: LockedCryptoPayment,
  provider: CryptoProvider['name'],
  invoice: ProviderInvoice,
  readAt: string,
): Promise<void> {
  const actor = `provider:${provider}`;
  for (const transaction of invoice.transactions) {
    const isLate = Date.parse(transaction.received_at) >= Date.parse(payment.expires_at);
    await upsertCryptoTransaction(tx, payment, transaction, isLate);
  }
  const stored = await findCryptoTransactions(tx, payment);
  const worth = worthOfTransfers(payment.gross_amount, invoice, stored);
  const before = sumOf(stored.map(({ credited }) => credited ?? '0'));
  let received = before;
  let exact = sumOf(stored.map((one) => one.worth ?? one.credited ?? '0'));
  let creditedNow = new Big(0);
  for (const transaction of stored) {
    if (transaction.state !== 'settled' || transaction.credited !== null) continue;
    const { transaction_id: id, received_at: occurredAt } = transaction;
    const own = worth.get(id) ?? new Big(0);
    exact = exact.plus(own);
    // Cents are rounded in the sum: many small transfers are worth no more than one.
    const rest = exact.minus(received).round(2, Big.roundHalfUp);
    const amount = (rest.lt(0) ? new Big(0) : rest).toFixed(2);
    if (new Big(amount).gt(0)) {
      const posted = await postReceipt(tx, payment, received, amount, {
        eventKey: `provider:${provider}:${invoice.invoice_id}:${id}`,
        reason: `Crypto transfer ${payment.number}`,
        actor,
        occurredAt,
      });
      creditedNow = creditedNow.plus(posted);
    }
    await updateCredited(tx, payment, id, { credited: amount, worth: own.toFixed(18) });
    received = received.plus(amount);
  }

  const receipts = receiptsOf(payment, stored, worth, { settled: received, exact });
  const hasArrived = creditedNow.gt(0);
  const state = nextState(payment, stateOfCrypto(invoice, receipts, new Date()), { hasArrived });
  if (state.status !== payment.status || state.status_reason !== payment.status_reason)
    await changeState(tx, payment, state, actor);
  await storeReceived(tx, payment, invoice, stored, state.status);
  const nextRead = nextReading(state.status, invoice, new Date());
  await updateCryptoInvoice(tx, payment, invoice, { readAt, nextRead });
  if (received.eq(before)) return;
  const receipt = { ...state, credited: creditedNow.toFixed(2), received: received.toFixed(2) };
  await mailReceipt(context, tx, { ...payment, paid_amount: before.toFixed(2) }, receipt);
}

/**
 * What each transfer that is not credited yet is worth in the payment's currency: at the rate of the quote if it arrived in time and
 * as far as it pays what was asked for; what came late or is too much is worth what the provider settles. The quote is for what has
 * been credited first, then for what is settled, so that it is used only once, in whatever order transfers are reported.
 */
function worthOfTransfers(
  gross: string,
  { rate, transactions }: ProviderInvoice,
  stored: readonly CryptoTransactionRow[],
): Map<string, Big> {
  const reported = new Map(transactions.map((one) => [one.transaction_id, one]));
  const worth = new Map<string, Big>();
  let asked = new Big(gross);
  const counting = stored.filter(({ state }) => state !== 'invalid');
  for (const { transaction_id: id, amount, fee, is_late, credited } of counting.toSorted(byCertainty)) {
    // The provider no longer knows it.
    if (credited === null && !reported.has(id)) continue;
    const kept = new Big(amount).minus(fee);
    const atQuote = kept.lt(0) ? new Big(0) : kept.times(rate);
    const inTime = asked.lt(atQuote) ? asked : atQuote;
    const covered = is_late ? new Big(0) : inTime;
    asked = asked.minus(covered);
    if (credited !== null) continue;
    const settled = new Big(reported.get(id)?.settled_amount ?? atQuote);
    const value = covered.eq(atQuote)
      ? atQuote
      : settled.times(atQuote.minus(covered)).div(atQuote).plus(covered);
    worth.set(id, value.round(18, Big.roundHalfUp));
  }
  return worth;
}

function byCertainty(one: CryptoTransactionRow, other: CryptoTransactionRow): number {
  return rankOf(one) - rankOf(other);
}

function rankOf({ credited, state }: CryptoTransactionRow): number {
  if (credited !== null) return 0;
  return state === 'settled' ? 1 : 2;
}

function receiptsOf(
  { gross_amount: gross }: LockedCryptoPayment,
  stored: readonly CryptoTransactionRow[],
  worth: ReadonlyMap<string, Big>,
  { settled, exact }: { settled: Big; exact: Big },
): CryptoReceipts {
  const counting = stored.filter(({ state }) => state !== 'invalid');
  const detected = counting.filter(({ state }) => state === 'detected');
  const seen = detected.reduce((sum, { transaction_id: id }) => sum.plus(worth.get(id) ?? 0), exact);
  const inTime = counting
    .filter(({ is_late }) => !is_late)
    .reduce(
      (sum, one) => sum.plus(worth.get(one.transaction_id) ?? one.worth ?? one.credited ?? 0),
      new Big(0),
    );
  return {
    gross,
    settled: settled.toFixed(2),
    seen: seen.toFixed(2),
    isLate: counting.some(({ is_late }) => is_late) && inTime.round(2, Big.roundHalfUp).lt(gross),
  };
}

/** Stores what has arrived in the currency that it was paid in. */
async function storeReceived(
  tx: Transaction,
  { account_id, payment_id, pay_currency }: LockedCryptoPayment,
  { rate }: ProviderInvoice,
  stored: readonly CryptoTransactionRow[],
  status: string,
): Promise<void> {
  if (stored.length === 0) return;
  const counting = stored.filter(({ state }) => state !== 'invalid');
  const paid = sumOf(counting.map(({ amount }) => amount)).toFixed(18);
  const fees = sumOf(counting.map(({ fee }) => fee))
    .times(rate)
    .toFixed(2);
  await tx.run(sql`
    update payments set paid_amount = nullif(${paid}::numeric, 0), paid_currency = ${pay_currency},
      exchange_rate = round(1 / ${rate}::numeric, 12),
      fee_amount = nullif(${fees}::numeric, 0), transaction_reference = ${stored.at(-1)?.transaction_id ?? null},
      completed = case when ${status} = 'paid' then coalesce(completed, now()) else completed end
    where account_id = ${account_id} and payment_id = ${payment_id}`);
}

const minute = 60_000;

/** When the provider is asked again although no webhook has arrived; null when nothing more can happen. */
function nextReading(status: string, { monitoring_until }: ProviderInvoice, now: Date): string | null {
  const isOpen = status === 'pending' || status === 'processing' || status === 'partially_paid';
  const isMonitored = Date.parse(monitoring_until) > now.getTime();
  if (!isMonitored && status !== 'processing') return null;
  return new Date(now.getTime() + (isOpen && isMonitored ? minute : 15 * minute)).toISOString();
}

/** The provider may end a quote early, but a longer one was not shown to the customer. */
function earlier(one: string, other: string): string {
  return Date.parse(other) < Date.parse(one) ? other : one;
}

function sumOf(amounts: readonly string[]): Big {
  return amounts.reduce((sum, amount) => sum.plus(amount), new Big(0));
}
