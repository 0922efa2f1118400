import { Big } from '../../listing/decimal.ts';
import type { ProviderInvoice } from '../crypto-providers/crypto-provider.ts';

/** What has arrived for a payment, in its currency and with VAT. */
export interface CryptoReceipts {
  /** What is to be paid. */
  gross: string;
  /** What has been credited. */
  settled: string;
  /** What the settled and the unconfirmed transfers are worth together. */
  seen: string;
  /** Whether a transfer arrived after the quote that what came in time does not make unnecessary. */
  isLate: boolean;
}

export interface CryptoState {
  status: 'pending' | 'processing' | 'partially_paid' | 'paid' | 'expired' | 'failed' | 'canceled';
  status_reason: 'underpaid' | 'overpaid' | 'paid_late' | null;
}

/** Derives the state of a payment from the provider's invoice and what has arrived by it. */
export function stateOfCrypto(
  { status, is_marked, expires_at }: Pick<ProviderInvoice, 'status' | 'is_marked' | 'expires_at'>,
  { gross, settled, seen, isLate }: CryptoReceipts,
  now: Date,
): CryptoState {
  const late = isLate ? 'paid_late' : null;
  const excess = new Big(settled).minus(gross);
  // The provider accepts that a little is missing. A person who marks an invoice there moves no money.
  const isAccepted = status === 'settled' && !is_marked && new Big(settled).gt(0);
  if (excess.gte(0) || isAccepted) {
    if (excess.gt(0)) return { status: 'paid', status_reason: 'overpaid' };
    return { status: 'paid', status_reason: excess.lt(0) ? 'underpaid' : late };
  }
  const isSeen = new Big(seen).gt(0);
  const underpaid = isSeen ? 'underpaid' : null;
  if (status === 'invalid') return { status: is_marked ? 'canceled' : 'failed', status_reason: underpaid };
  const isUnconfirmed = new Big(seen).gt(settled);
  if (isUnconfirmed && (status === 'processing' || status === 'settled' || new Big(seen).gte(gross)))
    return { status: 'processing', status_reason: new Big(seen).gt(gross) ? 'overpaid' : late };
  if (status === 'expired' || Date.parse(expires_at) <= now.getTime())
    return { status: 'expired', status_reason: underpaid };
  return { status: isSeen ? 'partially_paid' : 'pending', status_reason: underpaid };
}

/** Returns the state to store: money that was paid is not unpaid again, and what was given back stays so when more arrives. */
export function nextState(
  before: { status: string; status_reason: string | null },
  after: CryptoState,
  { hasArrived }: { hasArrived: boolean },
) {
  if (before.status === 'refunded' && hasArrived) return { ...before, status: 'partially_refunded' };
  if (before.status === 'refunded' || before.status === 'partially_refunded') return before;
  return before.status === 'paid' && after.status !== 'paid' ? before : after;
}
