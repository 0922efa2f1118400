import { type CallResult, callResults } from '@portal/contract/cdr';
import { useTranslation } from '@portal/shared/i18n';
import { type BadgeTone, StatusBadge } from '@portal/shared/ui';

/** The result of a call; a result unknown to this release is shown as the server sent it. */
export function CallResultBadge({ result }: { result: string }) {
  const { t } = useTranslation('voicingCdrs');
  const known = knownResult(result);
  return <StatusBadge tone={toneOfResult(result)}>{known ? t(`result.${known}`) : result}</StatusBadge>;
}

export function knownResult(result: string): CallResult | undefined {
  return callResults.find((known) => known === result);
}

/** Red: someone has to act. Yellow: the call may succeed later. Grey: the caller hung up. */
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
