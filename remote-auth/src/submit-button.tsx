import { ApiError } from '@portal/shared/api';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { Button } from '@portal/shared/ui/core';
import { type ComponentProps, useEffect } from 'react';
import { useCountdown } from './use-countdown.ts';

interface SubmitButtonProps extends ComponentProps<typeof Button> {
  /** Why the last attempt failed: after too many the button counts down to the next. */
  failure: unknown;
}

/** Sends a form. */
export function SubmitButton({ failure, children, ...rest }: SubmitButtonProps) {
  const { t } = useTranslation('common');
  const { duration } = useFormat();
  const [seconds, wait] = useCountdown(0);

  // In step with the server, which tells how long it will refuse.
  useEffect(() => {
    wait(failure instanceof ApiError && failure.status === 429 ? (failure.retryAfterSeconds ?? 0) : 0);
  }, [failure, wait]);

  return (
    <Button type="submit" full disabled={seconds > 0} {...rest}>
      {seconds > 0 ? t('ui.retryIn', { time: duration(seconds).replace(/^0:/, '') }) : children}
    </Button>
  );
}
