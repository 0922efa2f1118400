import { listPayments } from '@portal/contract/payments';
import { getBalance, listServices } from '@portal/contract/services';
import { createCryptoPayment, createInvoicePayment } from '@portal/contract/top-up';
import { quoteTopUp } from '@portal/contract/top-up-quote';
import {
  ApiError,
  endpointKey,
  idempotencyKey,
  isAwaitingLogin,
  type ResponseOf,
  request,
  useMutation,
  useQueryClient,
} from '@portal/shared/api';
import { useRef, useState } from 'react';
import {
  forgetDraft,
  isSameTopUp,
  readDrafts,
  readUnconfirmed,
  storeDraft,
  type TopUpDraft,
  type TopUpRequest,
} from './top-up-draft.ts';

export type CreatedPayment =
  | ({ kind: 'invoice' } & ResponseOf<typeof createInvoicePayment>)
  | ({ kind: 'crypto' } & ResponseOf<typeof createCryptoPayment>);

/** Creates the payment of a draft once, however often it is tried, in whatever tab, and after a reload. */
export function useCreatePayment(onCreated: (created: CreatedPayment) => void) {
  const queries = useQueryClient();
  const [unconfirmed, setUnconfirmed] = useState<readonly TopUpDraft[]>(readUnconfirmed);
  /** Of what was sent since the sidebar was opened. */
  const [sentKeys, setSentKeys] = useState<readonly string[]>([]);
  const [draft, setDraft] = useState(unconfirmed[0] ?? null);
  // Two presses within one render see the same state: only the first may send, and none after a success.
  const isSending = useRef(false);

  function forget({ key }: TopUpDraft): void {
    forgetDraft({ key });
    setUnconfirmed((drafts) => drafts.filter((one) => one.key !== key));
  }

  // Not awaited: the customer need not wait for the lists.
  function refreshAccount(): void {
    for (const endpoint of [listPayments, listServices, getBalance, quoteTopUp]) {
      void queries.invalidateQueries({ queryKey: endpointKey(endpoint) });
    }
  }

  const creation = useMutation({
    mutationFn: ({ draft: sent }: Attempt) => sendDraft(sent),
    onSuccess: (created, { draft: sent }) => {
      forget(sent);
      onCreated(created);
      refreshAccount();
    },
    onError: (error, { draft: sent, wasUnknown }) => {
      isSending.current = false;
      if (isAwaitingLogin(error)) creation.reset();
      if (!isOutcomeUnknown(error, wasUnknown)) {
        // The server may store a refusal under its key, so the next attempt needs a new key.
        forget(sent);
        setDraft({ ...sent, key: idempotencyKey() });
        return;
      }
      setUnconfirmed((drafts) => [sent, ...drafts.filter(({ key }) => key !== sent.key)]);
      // The payment may be in the list.
      refreshAccount();
    },
  });

  /** The draft of a request: an earlier one of any tab with the same content, so that nothing is created twice. */
  function draftOf(topUp: TopUpRequest): TopUpDraft {
    const earlier = [draft, ...unconfirmed, ...readDrafts()].find((one) => one && isSameTopUp(one, topUp));
    return earlier ?? { ...topUp, key: idempotencyKey() };
  }

  function send(sent: TopUpDraft): void {
    isSending.current = true;
    const wasUnknown = [...unconfirmed, ...readUnconfirmed()].some(({ key }) => key === sent.key);
    setDraft(sent);
    setSentKeys((keys) => [...keys, sent.key]);
    storeDraft(sent, 'sent');
    creation.mutate({ draft: sent, wasUnknown });
  }

  return {
    draft,
    prepare: (topUp: TopUpRequest) => {
      creation.reset();
      const prepared = draftOf(topUp);
      storeDraft(prepared, 'prepared');
      setDraft(prepared);
    },
    create: () => {
      if (isSending.current || draft === null) return;
      // Another tab may have sent the same top-up since the draft was prepared; a confirmed second one is not the same.
      const sent = draft.allow_duplicate
        ? undefined
        : readUnconfirmed().find((one) => isSameTopUp(one, draft));
      send(sent ?? draft);
    },
    /** Creates the draft's top-up although there is an equal one. */
    createAnother: () => {
      if (isSending.current || draft === null) return;
      send({ ...draft, allow_duplicate: true, key: idempotencyKey() });
    },
    startOver: () => {
      isSending.current = false;
      creation.reset();
      setDraft(null);
    },
    /** The customer knows from the payments list what became of them: the next payment is another one. */
    forgetUnconfirmed: () => {
      for (const one of unconfirmed) forget(one);
      creation.reset();
      setDraft(null);
    },
    created: creation.data ?? null,
    error: creation.error,
    isPending: creation.isPending,
    /** The top-ups whose payment may exist although no response confirms it, the latest first. */
    unconfirmed,
    /** One of them was sent since the sidebar was opened, or is being sent. */
    isUncertain: creation.isPending || unconfirmed.some(({ key }) => sentKeys.includes(key)),
  };
}

interface Attempt {
  draft: TopUpDraft;
  /** An earlier attempt may have created the payment. */
  wasUnknown: boolean;
}

async function sendDraft(draft: TopUpDraft): Promise<CreatedPayment> {
  const { method, service_id, amount, asset, allow_duplicate, key } = draft;
  const body = { service_id, amount, ...(allow_duplicate && { allow_duplicate }) };
  const input = { body, idempotencyKey: key };
  if (method === 'crypto') {
    const [pay_currency, network] = asset?.split('/') ?? [];
    const chosen = { ...body, pay_currency, network };
    return { kind: 'crypto', ...(await request(createCryptoPayment, { ...input, body: chosen })) };
  }
  return { kind: 'invoice', ...(await request(createInvoicePayment, input)) };
}

/** Whether a failed attempt, or one before it, may have created the payment nevertheless. */
function isOutcomeUnknown(error: unknown, wasUnknown: boolean): boolean {
  if (!(error instanceof ApiError && error.isExplained)) return true;
  if (refusals.has(error.code)) return false;
  if (error.code === 'maintenance') return wasUnknown;
  return wasUnknown || error.code === 'idempotency_in_flight' || error.status >= 500;
}

// The server looked for an earlier attempt with the key, found none, and created nothing.
const refusals: ReadonlySet<string> = new Set([
  'amount_above_maximum',
  'amount_below_minimum',
  'amount_invalid',
  'crypto_disabled',
  'not_configured',
  'service_not_found',
  'top_up_exists',
  'upstream_error',
]);
