import { confirm } from '@portal/contract/account-endpoints';
import { ApiError, request } from '@portal/shared/api';
import { useErrorText, useTranslation } from '@portal/shared/i18n';
import { Button, Loader, NotificationBox } from '@portal/shared/ui/core';
import { useEffect, useState } from 'react';

type Outcome = { state: 'confirmed' } | { state: 'failed'; error: unknown };

/** Confirms an address by the token of the mailed link; a lost connection does not lose it. */
export function LinkConfirmation({ token }: { token: string }) {
  const { t } = useTranslation(['authorizationLogin', 'common']);
  const { errorText } = useErrorText();
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  // In step with the server, once for each attempt.
  useEffect(() => {
    if (outcome !== null) return;
    request(confirm, { body: { token } }).then(
      () => setOutcome({ state: 'confirmed' }),
      (error: unknown) => setOutcome({ state: 'failed', error }),
    );
  }, [token, outcome]);

  if (outcome === null) return <Loader label={t('confirming')} showLabel size="small" />;
  if (outcome.state === 'confirmed') {
    return (
      <NotificationBox tone="success" live>
        {t('confirmed')}
      </NotificationBox>
    );
  }
  const isGone = outcome.error instanceof ApiError && outcome.error.status === 410;
  return (
    <NotificationBox
      tone="error"
      live
      actions={
        isRefusal(outcome.error) ? undefined : (
          <Button size="small" theme="outline" onClick={() => setOutcome(null)}>
            {t('common:ui.retry')}
          </Button>
        )
      }
    >
      {errorText(outcome.error)} {isGone && t('confirmAgain')}
    </NotificationBox>
  );
}

// The link itself is the reason, and another attempt would end the same.
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
}
