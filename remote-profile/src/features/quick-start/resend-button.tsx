import { useMutation } from '@portal/shared/api';
import { useErrorText, useTranslation } from '@portal/shared/i18n';
import { Button, toast } from '@portal/shared/ui';
import { useEffect, useState } from 'react';
import { resendConfirmation } from './confirmation.api.ts';

/** Asks for the confirmation mail again; the server says how long to wait before the next. */
export function ResendButton({ email }: { email: string }) {
  const { t } = useTranslation('profileQuickStart');
  const { errorText } = useErrorText();
  const [seconds, setSeconds] = useState(0);
  const resend = useMutation({ mutationFn: () => resendConfirmation(email) });

  // In step with the clock.
  useEffect(() => {
    if (seconds <= 0) return;
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds]);

  function handleResend() {
    resend.mutate(undefined, {
      onSuccess: ({ resend_after_seconds: wait }) => {
        setSeconds(wait);
        toast({ tone: 'success', text: t('resent', { email }) });
      },
      onError: (error) => toast({ tone: 'error', text: errorText(error) }),
    });
  }
  return (
    <Button
      size="small"
      theme="outline"
      loading={resend.isPending}
      disabled={seconds > 0}
      onClick={handleResend}
    >
      {seconds > 0 ? t('resendIn', { seconds }) : t('action.email')}
    </Button>
  );
}
