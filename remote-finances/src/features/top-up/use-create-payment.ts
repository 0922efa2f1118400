import { createCryptoPayment, createInvoicePayment, listPayments } from '@portal/contract/finance-endpoints';
import type { CreateCryptoPaymentResponse, CreateInvoicePaymentResponse } from '@portal/contract/payments';
import { getBalance, listServices } from '@portal/contract/service-endpoints';
import { endpointKey, idempotencyKey, request, useMutation, useQueryClient } from '@portal/shared/api';
import { useRef, useState } from 'react';
import { draftOf, isOutcomeUnknown, type TopUpDraft, type TopUpRequest } from './top-up-draft.ts';

export type CreatedPayment =
  | ({ kind: 'invoice' } & CreateInvoicePaymentResponse)
  | ({ kind: 'crypto' } & CreateCryptoPaymentResponse);

/** Creates the payment of a draft once, however often it is tried. */
export function useCreatePayment() {
  const queries = useQueryClient();
  const [draft, setDraft] = useState<TopUpDraft | null>(null);
  // Two presses within one rendering see the same state; only the first may send, and none after a success.
  const isSending = useRef(false);
  const creation = useMutation({
    mutationFn: sendDraft,
    onSuccess: () => {
      // The customer need not wait for the lists.
      for (const endpoint of [listPayments, listServices, getBalance]) {
        void queries.invalidateQueries({ queryKey: endpointKey(endpoint) });
      }
    },
    onError: (error, sent) => {
      isSending.current = false;
      // A refusal is kept under its key on the server, so the next attempt needs another one.
      if (!isOutcomeUnknown(error)) setDraft({ ...sent, key: idempotencyKey() });
    },
  });

  return {
    draft,
    prepare: (topUp: TopUpRequest) => {
      creation.reset();
      setDraft((earlier) => draftOf(topUp, earlier));
    },
    create: () => {
      if (isSending.current || draft === null) return;
      isSending.current = true;
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
    /** The payment may exist although no answer says so. */
    isUncertain: creation.isPending || (creation.isError && isOutcomeUnknown(creation.error)),
  };
}

async function sendDraft({ method, service_id, amount, key }: TopUpDraft): Promise<CreatedPayment> {
  const input = { body: { service_id, amount }, idempotencyKey: key };
  // The asset and network are chosen on the payment page: what it offers is known there only.
  if (method === 'crypto') return { kind: 'crypto', ...(await request(createCryptoPayment, input)) };
  return { kind: 'invoice', ...(await request(createInvoicePayment, input)) };
}
