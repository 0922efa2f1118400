import { listPayments } from '@portal/contract/payments';
import { getBalance, listServices } from '@portal/contract/services';
import { createCryptoPayment, createInvoicePayment } from '@portal/contract/top-up';
import { quoteTopUp } from '@portal/contract/top-up-quote';
import {
  ApiError,
  endpointKey,
  idempotencyKey,
  type ResponseOf,
  request,
  useMutation,
  useQueryClient,
} from '@portal/shared/api';
import { useRef, useState } from 'react';
import {
  forgetUnconfirmed,
  readUnconfirmed,
  storeUnconfirmed,
  type TopUpDraft,
  type TopUpRequest,
} from './top-up-draft.ts';

export type CreatedPayment =
  | ({ kind: 'invoice' } & ResponseOf<typeof createInvoicePayment>)
  | ({ kind: 'crypto' } & ResponseOf<typeof createCryptoPayment>);

/** Creates the payment of a draft once, however often it is tried, in whatever tab, and after a reload. */
export function useCreatePayment() {
  const queries = useQueryClient();
  const [unconfirmed] = useState(readUnconfirmed);
  const [draft, setDraft] = useState(unconfirmed);
  // Two presses within one render see the same state: only the first may send, and none after a success.
  const isSending = useRef(false);
  const creation = useMutation({
    mutationFn: sendDraft,
    onSuccess: (_created, sent) => {
      forgetUnconfirmed(sent);
      // Not awaited: the customer need not wait for the lists.
      for (const endpoint of [listPayments, listServices, getBalance, quoteTopUp]) {
        void queries.invalidateQueries({ queryKey: endpointKey(endpoint) });
      }
    },
    onError: (error, sent) => {
      isSending.current = false;
      // The server stores a refusal under its key, so the next attempt needs a new key.
      if (isOutcomeUnknown(error)) return;
      forgetUnconfirmed(sent);
      setDraft({ ...sent, key: idempotencyKey() });
    },
  });

  return {
    draft,
    prepare: (topUp: TopUpRequest) => {
      creation.reset();
      setDraft((earlier) => draftOf(topUp, [earlier, readUnconfirmed()]));
    },
    create: () => {
      if (isSending.current || draft === null) return;
      isSending.current = true;
      storeUnconfirmed(draft);
      creation.mutate(draft);
    },
    startOver: () => {
      isSending.current = false;
      creation.reset();
      setDraft(null);
    },
    created: creation.data ?? null,
    error: creation.error,
    isPending: creation.isPending,
    /** The draft was sent before the page was loaded, and its outcome is not known. */
    isFromEarlierPage: draft !== null && draft === unconfirmed && creation.isIdle,
    /** The payment may exist although no response confirms it. */
    isUncertain: creation.isPending || (creation.isError && isOutcomeUnknown(creation.error)),
  };
}

async function sendDraft({ method, service_id, amount, key }: TopUpDraft): Promise<CreatedPayment> {
  const input = { body: { service_id, amount }, idempotencyKey: key };
  // Asset and network are chosen on the provider's payment page, which alone knows what it offers.
  if (method === 'crypto') return { kind: 'crypto', ...(await request(createCryptoPayment, input)) };
  return { kind: 'invoice', ...(await request(createInvoicePayment, input)) };
}

/** The draft of a request: an earlier draft while nothing has changed, so that nothing is created twice. */
function draftOf(request: TopUpRequest, earlier: readonly (TopUpDraft | null)[]): TopUpDraft {
  const same = earlier.find(
    (draft) =>
      draft?.service_id === request.service_id &&
      draft.amount === request.amount &&
      draft.method === request.method,
  );
  return same ?? { ...request, key: idempotencyKey() };
}

/** Whether a failed attempt may have created the payment nevertheless. */
function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  if (unfinished.has(error.code)) return true;
  return (error.status === 0 || error.status >= 500) && !undone.has(error.code);
}

// Creation is in progress, or its response could not be read.
const unfinished: ReadonlySet<string> = new Set(['idempotency_in_flight', 'contract_violation']);
// The server failed before it created anything.
const undone: ReadonlySet<string> = new Set(['upstream_error', 'maintenance']);
