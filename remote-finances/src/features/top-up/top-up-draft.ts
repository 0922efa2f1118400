import { topUpMethods } from '@portal/contract/top-up-quote';
import * as v from 'valibot';

export type TopUpMethod = (typeof topUpMethods)[number];

/** The values of the form, checked. */
export interface TopUpRequest {
  service_id: string;
  /** Two decimals, in the service's currency. */
  amount: string;
  method: TopUpMethod;
}

/** A request with its idempotency key: every attempt to create the payment sends the same key. */
export interface TopUpDraft extends TopUpRequest {
  key: string;
}

const storageKey = 'finances.unconfirmed-top-up';
/** Shorter than the 24 hours in which the server repeats the response to a key. */
const lifetimeMs = 23 * 3_600_000;

const storedSchema = v.object({
  service_id: v.string(),
  amount: v.string(),
  method: v.picklist(topUpMethods),
  key: v.string(),
  sent_ms: v.number(),
});

/**
 * Returns the top-up that was sent and has no known outcome, with its idempotency key; null if there is none. It survives a
 * reload and is the same in every tab, so that sending it again creates nothing twice. Leaving the account clears it.
 */
export function readUnconfirmed(): TopUpDraft | null {
  try {
    const { sent_ms, ...draft } = v.parse(storedSchema, JSON.parse(localStorage.getItem(storageKey) ?? ''));
    const ageMs = Date.now() - sent_ms;
    return ageMs >= 0 && ageMs < lifetimeMs ? draft : null;
  } catch {
    return null;
  }
}

/** Stores a top-up before it is sent. Without storage, it survives no reload. */
export function storeUnconfirmed({ service_id, amount, method, key }: TopUpDraft): void {
  try {
    const stored = { service_id, amount, method, key, sent_ms: Date.now() };
    localStorage.setItem(storageKey, JSON.stringify(stored));
  } catch {
    // A browser that forbids storage.
  }
}

/** Removes the top-up with a key when its outcome is known. */
export function forgetUnconfirmed({ key }: Pick<TopUpDraft, 'key'>): void {
  if (readUnconfirmed()?.key !== key) return;
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // A browser that forbids storage.
  }
}
