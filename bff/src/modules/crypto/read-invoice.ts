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
  const late = new Set(stored.filter((one) => one.is_late).map((one) => one.transaction_id));
  const worth = worthOfTransfers(payment.gross_amount, invoice, late);
  const before = sumOf(stored.map(({ credited }) => credited ?? '0'));
  let received = before;
  let creditedNow = new Big(0);
  for (const transaction of stored) {
    if (transaction.state !== 'settled' || transaction.credited !== null) continue;
    const amount = worth.get(transaction.transaction_id) ?? '0.00';
    const { transaction_id: id, received_at: occurredAt } = transaction;
    if (new Big(amount).gt(0)) {
      const posted = await postReceipt(tx, payment, received, amount, {
        eventKey: `provider:${provider}:${invoice.invoice_id}:${id}`,
        reason: `Crypto transfer ${payment.number}`,
        actor,
        occurredAt,
      });
      creditedNow = creditedNow.plus(posted);
    }
    await updateCredited(tx, payment, id, amount);
    received = received.plus(amount);
  }

  const receipts = receiptsOf(payment, stored, worth, received);
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
 * What each transfer is worth in the payment's currency: at the rate of the quote if it arrived in time and as far as it pays what
 * was asked for; what came late or is too much is worth what the provider settles. Cents are rounded to the nearest.
 */
function worthOfTransfers(
  gross: string,
  { rate, transactions }: ProviderInvoice,
  late: ReadonlySet<string>,
): Map<string, string> {
  const worth = new Map<string, string>();
  let asked = new Big(gross);
  const inOrder = transactions.toSorted((one, other) => (one.received_at < other.received_at ? -1 : 1));
  for (const { transaction_id: id, amount, fee, state, settled_amount } of inOrder) {
    const atQuote = new Big(amount).minus(fee).times(rate);
    const settled = new Big(settled_amount ?? atQuote);
    const isTooMuch = atQuote.gt(asked);
    const covered = late.has(id) ? new Big(0) : isTooMuch ? asked : atQuote;
    const value = covered.eq(atQuote)
      ? atQuote
      : settled.times(atQuote.minus(covered)).div(atQuote).plus(covered);
    worth.set(id, (value.lt(0) ? new Big(0) : value).toFixed(2));
    if (state !== 'invalid') asked = asked.minus(covered);
  }
  return worth;
}

function receiptsOf(
  { gross_amount: gross }: LockedCryptoPayment,
  stored: readonly CryptoTransactionRow[],
  worth: ReadonlyMap<string, string>,
  settled: Big,
): CryptoReceipts {
  const counting = stored.filter(({ state }) => state !== 'invalid');
  const detected = counting.filter(({ state }) => state === 'detected');
  const seen = settled.plus(sumOf(detected.map(({ transaction_id: id }) => worth.get(id) ?? '0')));
  return {
    gross,
    settled: settled.toFixed(2),
    seen: seen.toFixed(2),
    isLate: counting.some(({ is_late }) => is_late),
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
      exchange_rate = round(1 / ${rate}::numeric, 8),
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
