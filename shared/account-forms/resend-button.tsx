import { ApiError } from '@portal/shared/api';
import { useErrorText } from '@portal/shared/i18n';
import { Button, toast } from '@portal/shared/ui/core';
import { useEffect, useState } from 'react';

interface ResendButtonProps {
  /** Seconds before the first press is possible. */
  wait?: number;
  /** Sends the mail; resolves to the seconds before it can be sent again. */
  onResend: () => Promise<number>;
  texts: { resend: string; resendIn: (seconds: number) => string; resent: string };
  size?: 'small' | 'big';
}

/** Sends a mail again, after a countdown; a toast shows whether it was sent. */
export function ResendButton({ wait = 0, onResend, texts, size = 'big' }: ResendButtonProps) {
  const { errorText } = useErrorText();
  const [seconds, start] = useCountdown(wait);
  const [isSending, setSending] = useState(false);

  async function resend(): Promise<void> {
    setSending(true);
    try {
      start(await onResend());
      toast({ tone: 'success', text: texts.resent });
    } catch (error) {
      toast({ tone: 'error', text: errorText(error) });
      if (error instanceof ApiError && error.status === 429) start(error.retryAfterSeconds ?? 0);
    } finally {
      setSending(false);
    }
  }
  return (
    <Button
      theme="outline"
      size={size}
      disabled={seconds > 0}
      loading={isSending}
      onClick={() => void resend()}
    >
      {seconds > 0 ? texts.resendIn(seconds) : texts.resend}
    </Button>
  );
}

/** Counts down whole seconds from `initial`, or from the number last passed to `start`; stops at 0. */
export function useCountdown(initial: number): [seconds: number, start: (seconds: number) => void] {
  const [seconds, start] = useState(initial);
  // In step with the clock.
  useEffect(() => {
    if (seconds <= 0) return;
    const timer = setTimeout(() => start(seconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds]);
  return [seconds, start];
}
