import { ApiError, idempotencyKey } from '@portal/shared/api';

export type TopUpMethod = 'bank_transfer' | 'crypto';

/** What the form asks for. */
export interface TopUpRequest {
  service_id: string;
  /** Two decimals, in the service's currency. */
  amount: string;
  method: TopUpMethod;
}

/** A checked request with the key of its one creation: every attempt sends the same key. */
export interface TopUpDraft extends TopUpRequest {
  key: string;
}

/** The draft of a request; the earlier draft again while nothing in it has changed, so that nothing is created twice. */
export function draftOf(request: TopUpRequest, earlier: TopUpDraft | null): TopUpDraft {
  const isSame =
    earlier !== null &&
    earlier.service_id === request.service_id &&
    earlier.amount === request.amount &&
    earlier.method === request.method;
  return isSame ? earlier : { ...request, key: idempotencyKey() };
}

/** Whether a failed attempt may have created the payment all the same. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  if (unfinished.has(error.code)) return true;
  return (error.status === 0 || error.status >= 500) && !undone.has(error.code);
}

// Under way, or done with an answer that could not be read.
const unfinished: ReadonlySet<string> = new Set(['idempotency_in_flight', 'contract_violation']);
// The server gave up before it created anything.
const undone: ReadonlySet<string> = new Set(['upstream_error', 'maintenance']);
