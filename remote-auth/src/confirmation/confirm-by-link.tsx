import { useErrorText, useTranslation } from '@portal/shared/i18n';
import { useLocation, useNavigate } from '@portal/shared/router';
import { Loader, NotificationBox } from '@portal/shared/ui/core';
import { useEffect, useState } from 'react';
import { confirmEmail } from './confirmation.api.ts';

type Outcome = { state: 'confirmed' } | { state: 'failed'; error: unknown };

/** Follows the mailed link: the token leaves the address at once and is used once. */
export function ConfirmByLink() {
  const { t } = useTranslation('authorizationLogin');
  const { errorText } = useErrorText();
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  // In step with the address: what stands there is kept in histories and logs.
  useEffect(() => {
    const query = new URLSearchParams(search);
    const found = query.get('confirm');
    if (found === null) return;
    query.delete('confirm');
    setToken(found);
    void navigate({ pathname, search: query.toString() }, { replace: true });
  }, [search, pathname, navigate]);

  // In step with the server, once for a token.
  useEffect(() => {
    if (token === null) return;
    confirmEmail({ token }).then(
      () => setOutcome({ state: 'confirmed' }),
      (error: unknown) => setOutcome({ state: 'failed', error }),
    );
  }, [token]);

  if (token === null) return null;
  if (outcome === null) return <Loader label={t('confirming')} showLabel size="small" />;
  return outcome.state === 'confirmed' ? (
    <NotificationBox tone="success" live>
      {t('confirmed')}
    </NotificationBox>
  ) : (
    <NotificationBox tone="error" live>
      {errorText(outcome.error)}
    </NotificationBox>
  );
}
