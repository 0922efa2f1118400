import { useTranslation } from '@portal/shared/i18n';
import { useLocation } from '@portal/shared/router';
import { Inline, NotificationBox, TextLink } from '@portal/shared/ui/core';
import { useState } from 'react';
import { ConfirmByLink } from '../../confirmation/confirm-by-link.tsx';
import { ConfirmPanel } from '../../confirmation/confirm-panel.tsx';
import { paths } from '../../paths.ts';
import { Screen } from '../../screen.tsx';
import { LoginForm } from './login-form.tsx';

/** The log-in screen; also where the mailed confirmation link leads. */
export default function LoginPage() {
  const { t } = useTranslation('authorizationLogin');
  const { search } = useLocation();
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  const isReturning = new URLSearchParams(search).has('return_to');
  if (unconfirmed !== null) {
    return (
      <Screen title={t('confirmTitle')}>
        <ConfirmPanel email={unconfirmed} onConfirmed={() => setUnconfirmed(null)} />
      </Screen>
    );
  }
  const links = (
    <Inline justify="between">
      <TextLink href={paths.restore}>{t('forgot')}</TextLink>
      <span>
        {t('noAccount')} <TextLink href={paths.register}>{t('register')}</TextLink>
      </span>
    </Inline>
  );
  const notice = (
    <>
      <ConfirmByLink />
      {isReturning && <NotificationBox>{t('loginFirst')}</NotificationBox>}
    </>
  );
  return (
    <Screen title={t('title')} description={t('description')} notice={notice} links={links}>
      <LoginForm onUnconfirmed={setUnconfirmed} />
    </Screen>
  );
}
