import { type CallResult, callResults } from '@portal/contract/cdr';
import { useTranslation } from '@portal/shared/i18n';
import { type BadgeTone, StatusBadge } from '@portal/shared/ui';

/** How a call ended, in a word; one that this release does not know appears as the server wrote it. */
export function CallResultBadge({ result }: { result: string }) {
  const { t } = useTranslation('voicingCdrs');
  const known = knownResult(result);
  return <StatusBadge tone={toneOfResult(result)}>{known ? t(`result.${known}`) : result}</StatusBadge>;
}

export function knownResult(result: string): CallResult | undefined {
  return callResults.find((known) => known === result);
}

/** Red: somebody has to act. Yellow: the call may work at another time. Grey: people's own doing. */
const tones: Record<CallResult, BadgeTone> = {
  answered: 'success',
  busy: 'warning',
  no_answer: 'warning',
  canceled: 'neutral',
  rejected: 'error',
  invalid_number: 'error',
  congestion: 'warning',
  failed: 'error',
  blocked_balance: 'error',
};

export function toneOfResult(result: string): BadgeTone {
  const known = knownResult(result);
  return known ? tones[known] : 'neutral';
}
