import { defaultTopUpLimits } from '@portal/contract/top-up';
import { quoteTopUp, type TopUpQuote } from '@portal/contract/top-up-quote';
import { endpointKey, keepPreviousData, request, useQuery } from '@portal/shared/api';
import { useProfile } from '@portal/shared/session';
import type { AmountLimits } from '../../amount-field.tsx';
import type { TopUpRequest } from './use-create-payment.ts';

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
 * The quote of a top-up; null while its input is incomplete. Each input has its own query: a new input replaces the query
 * of the one before, so a late response is never shown.
 */
export function useTopUpQuote(topUp: TopUpRequest | null): QuoteState {
  const hasQuotes = useHasQuotes();
  const { data, isPlaceholderData, isError } = useQuery({
    queryKey: [...endpointKey(quoteTopUp), topUp ?? {}],
    queryFn: async ({ signal }) => {
      if (topUp === null) throw new Error('a query without input is not enabled');
      await untilTypingStops(signal);
      return request(quoteTopUp, { body: topUp, signal, isRepeatable: true });
    },
    enabled: hasQuotes && topUp !== null,
    placeholderData: keepPreviousData,
  });
  if (topUp === null || isError) return { quote: undefined, isStale: false };
  return { quote: data?.quote, isStale: isPlaceholderData };
}

function useHasQuotes(): boolean {
  return useProfile().data?.features['top_up_quote'] === true;
}

const typingPauseMs = 300;

/** Waits for a pause in the typing: the next keystroke aborts the query of this one before it sends anything. */
function untilTypingStops(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, typingPauseMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
