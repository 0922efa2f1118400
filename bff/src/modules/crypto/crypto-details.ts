import type { CryptoDetails } from '@portal/contract/top-up';
import { Big, trimmed } from '../../listing/decimal.ts';
import type { CryptoInvoiceRow, CryptoTransactionRow } from './crypto-invoices.repository.ts';

/** Decimals that a rate is shown with at most. */
const rateDecimals = 12;

/** Converts an invoice and its transfers to the contract's shape. */
export function toCryptoDetails(
  invoice: CryptoInvoiceRow,
  transactions: readonly CryptoTransactionRow[],
): CryptoDetails {
  const { checkout_url, pay_currency, network, network_title, pay_address, memo, payment_uri } = invoice;
  const { pay_amount, due_amount, network_fee, rate, expires_at, monitoring_until } = invoice;
  const { confirmations_required } = invoice;
  const counting = transactions.filter(({ state }) => state !== 'invalid');
  return {
    checkout_url,
    pay_currency,
    network,
    network_title,
    pay_address,
    memo,
    payment_uri,
    pay_amount: trimmed(pay_amount, 6),
    rate: trimmed(new Big(1).div(rate).toFixed(rateDecimals), 8),
    rate_expires_at: expires_at,
    expires_at,
    monitoring_until,
    network_fee: trimmed(network_fee, 6),
    fee_payer: 'customer',
    confirmations: confirmationsOf(counting),
    confirmations_required,
    received_amount: sumOf(counting),
    unconfirmed_amount: sumOf(counting.filter(({ state }) => state === 'detected')),
    due_amount: trimmed(due_amount, 6),
    transactions: counting.map(({ transaction_id, amount, state, confirmations, received_at }) => ({
      transaction_id,
      amount: trimmed(amount, 6),
      is_settled: state === 'settled',
      confirmations,
      received_at,
      url: null,
    })),
  };
}

function sumOf(transactions: readonly CryptoTransactionRow[]): string {
  const sum = transactions.reduce((total, { amount }) => total.plus(amount), new Big(0));
  return trimmed(sum.toFixed(18), 6);
}

/** Those of the transfer that has the fewest; 0 without a transfer, null if the provider does not count. */
function confirmationsOf(transactions: readonly CryptoTransactionRow[]): number | null {
  const counts = transactions.map(({ confirmations }) => confirmations);
  if (counts.includes(null)) return null;
  return counts.reduce<number | null>((least, count) => Math.min(least ?? Infinity, count ?? 0), null) ?? 0;
}
