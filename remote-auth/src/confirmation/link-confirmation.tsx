import { confirm } from '@portal/contract/registration';
import { ApiError, request } from '@portal/shared/api';
import { useErrorText, useTranslation } from '@portal/shared/i18n';
import { Button, Loader, NotificationBox } from '@portal/shared/ui/core';
import { useEffect, useState } from 'react';

type Outcome = { state: 'confirmed' } | { state: 'failed'; error: unknown };

/** Confirms an e-mail address with the token of the mailed link; after a lost connection it can be tried again. */
export function LinkConfirmation({ token }: { token: string }) {
  const { t } = useTranslation(['authorizationLogin', 'common']);
  const { errorText } = useErrorText();
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  // In step with the server: one request for each attempt.
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

// The server refuses the link itself, so another attempt would fail too.
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
}
