import { topUpMethods } from '@portal/contract/top-up-quote';
import * as v from 'valibot';

export type TopUpMethod = (typeof topUpMethods)[number];

/** The values of the form, checked. */
export interface TopUpRequest {
  service_id: string;
  /** Two decimals, in the service's currency. */
  amount: string;
  method: TopUpMethod;
  /** Currency and network of a crypto payment, such as `usdt/tron`; without it, the provider's default. */
  asset?: string | undefined;
}

/** A request with its idempotency key: every attempt to create the payment sends the same key. */
export interface TopUpDraft extends TopUpRequest {
  key: string;
  /** The customer knows of an equal top-up and wants another one. */
  allow_duplicate?: true | undefined;
}

const storageKey = 'finances.top-ups';
/** Shorter than the 24 hours in which the server repeats the response to a key. */
const lifetimeMs = 23 * 3_600_000;
const maxPrepared = 5;

const storedSchema = v.array(
  v.object({
    service_id: v.string(),
    amount: v.string(),
    method: v.picklist(topUpMethods),
    asset: v.optional(v.string()),
    allow_duplicate: v.optional(v.literal(true)),
    key: v.string(),
    /** When it was sent first; null until it is sent. */
    sent_ms: v.nullable(v.number()),
  }),
);
type StoredDraft = v.InferOutput<typeof storedSchema>[number];

/**
 * Returns the top-ups that were prepared or sent and have no known outcome, the latest first. They survive a reload and are the
 * same in every tab, so that sending one again creates nothing twice. Leaving the account clears them: then the server asks before it
 * creates an equal one.
 */
export function readDrafts(): StoredDraft[] {
  try {
    const drafts = v.parse(storedSchema, JSON.parse(localStorage.getItem(storageKey) ?? '[]'));
    return drafts.filter(({ sent_ms }) => sent_ms === null || isRecent(Date.now() - sent_ms));
  } catch {
    return [];
  }
}

/** The drafts that were sent: their payments may exist. */
export function readUnconfirmed(): StoredDraft[] {
  return readDrafts().filter(({ sent_ms }) => sent_ms !== null);
}

/** Stores a draft before the customer can send it (`prepared`) and before it is sent. Without storage, it survives no reload. */
export function storeDraft(
  { service_id, amount, method, asset, allow_duplicate, key }: TopUpDraft,
  state: 'prepared' | 'sent',
): void {
  const drafts = readDrafts();
  // The server's 24 hours begin with the first attempt.
  const firstSentMs = drafts.find((draft) => draft.key === key)?.sent_ms ?? null;
  const sent_ms = state === 'sent' ? (firstSentMs ?? Date.now()) : firstSentMs;
  const others = drafts.filter((draft) => draft.key !== key);
  const prepared = others.filter((draft) => draft.sent_ms === null).slice(0, maxPrepared);
  const stored = others.filter((draft) => draft.sent_ms !== null || prepared.includes(draft));
  writeDrafts([{ service_id, amount, method, asset, allow_duplicate, key, sent_ms }, ...stored]);
}

/** Removes the draft with a key when its outcome is known. */
export function forgetDraft({ key }: Pick<TopUpDraft, 'key'>): void {
  writeDrafts(readDrafts().filter((draft) => draft.key !== key));
}

/** Whether two top-ups are the same payment for the customer. */
export function isSameTopUp(one: TopUpRequest, other: TopUpRequest): boolean {
  return (
    one.service_id === other.service_id &&
    one.amount === other.amount &&
    one.method === other.method &&
    one.asset === other.asset
  );
}

function isRecent(ageMs: number): boolean {
  return ageMs >= 0 && ageMs < lifetimeMs;
}

function writeDrafts(drafts: readonly StoredDraft[]): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(drafts));
  } catch {
    // A browser that forbids storage.
  }
}
