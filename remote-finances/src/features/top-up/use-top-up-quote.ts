import { defaultTopUpLimits } from '@portal/contract/top-up';
import { quoteTopUp, type TopUpQuote } from '@portal/contract/top-up-quote';
import { endpointKey, keepPreviousData, request, useQuery } from '@portal/shared/api';
import { useProfile } from '@portal/shared/session';
import { useEffect, useState } from 'react';
import type { AmountLimits } from '../../amount-field.tsx';
import type { TopUpRequest } from './top-up-draft.ts';

/** A top-up whose amount may be missing: its quote has limits and VAT, but no amounts. */
type QuotedTopUp = Omit<TopUpRequest, 'amount' | 'asset'> & { amount: string | null };

export interface QuoteState {
  /** Undefined while nothing can be quoted. While a new quote is loading, the previous one. */
  quote: TopUpQuote | undefined;
  /** The quote is of an earlier input, and a new one is loading. */
  isStale: boolean;
}

/** The server's limits for one top-up. Until they are known, and without them, the contract's defaults. */
export function useTopUpLimits(serviceId: string | undefined): AmountLimits {
  const hasQuotes = useHasQuotes();
  const body = { service_id: serviceId ?? '', amount: null, method: 'bank_transfer' } as const;
  const { data } = useQuery({
    queryKey: [...endpointKey(quoteTopUp), body],
    queryFn: ({ signal }) => request(quoteTopUp, { body, signal, isRepeatable: true }),
    enabled: hasQuotes && serviceId !== undefined,
  });
  return data?.quote.limits ?? defaultTopUpLimits;
}

/**
 * The quote of a top-up once the typing has stopped; none while no service is chosen (an empty `service_id`). Each input has
 * its own query: a new input replaces the query of the one before, so a late response is never shown.
 */
export function useTopUpQuote(topUp: QuotedTopUp): QuoteState {
  const hasQuotes = useHasQuotes();
  const { settled, isSettled } = useSettled(topUp);
  const { data, isPlaceholderData, isError } = useQuery({
    queryKey: [...endpointKey(quoteTopUp), settled],
    queryFn: ({ signal }) => request(quoteTopUp, { body: settled, signal, isRepeatable: true }),
    enabled: hasQuotes && settled.service_id !== '',
    placeholderData: keepPreviousData,
  });
  if (topUp.service_id === '' || isError) return { quote: undefined, isStale: false };
  return { quote: data?.quote, isStale: isPlaceholderData || !isSettled };
}

function useHasQuotes(): boolean {
  return useProfile().data?.features['top_up_quote'] === true;
}

const typingPauseMs = 300;

/** The input after a pause in the typing: one request for an amount, not one for each keystroke. */
function useSettled({ service_id, amount, method }: QuotedTopUp) {
  const [settled, setSettled] = useState<QuotedTopUp>({ service_id, amount, method });
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ service_id, amount, method }), typingPauseMs);
    return () => clearTimeout(timer);
  }, [service_id, amount, method]);
  const isSettled =
    settled.service_id === service_id && settled.amount === amount && settled.method === method;
  return { settled, isSettled };
}
