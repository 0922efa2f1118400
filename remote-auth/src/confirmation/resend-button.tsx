import { ApiError } from '@portal/shared/api';
import { useErrorText, useTranslation } from '@portal/shared/i18n';
import { Button, toast } from '@portal/shared/ui/core';
import { useState } from 'react';
import { useCountdown } from '../use-countdown.ts';

interface ResendButtonProps {
  /** Seconds to wait from the start. */
  wait: number;
  /** Sends once more; resolves to the seconds to wait before the next time. */
  onResend: () => Promise<number>;
}

/** Asks for a mail again, after a countdown. */
export function ResendButton({ wait, onResend }: ResendButtonProps) {
  const { t } = useTranslation('authorizationLogin');
  const { errorText } = useErrorText();
  const [seconds, start] = useCountdown(wait);
  const [isSending, setSending] = useState(false);

  async function resend(): Promise<void> {
    setSending(true);
    try {
      start(await onResend());
      toast({ tone: 'success', text: t('resent') });
    } catch (error) {
      toast({ tone: 'error', text: errorText(error) });
      if (error instanceof ApiError && error.status === 429) start(error.retryAfterSeconds ?? 0);
    } finally {
      setSending(false);
    }
  }

  return (
    <Button theme="outline" disabled={seconds > 0} loading={isSending} onClick={() => void resend()}>
      {seconds > 0 ? t('resendIn', { seconds }) : t('resend')}
    </Button>
  );
}
