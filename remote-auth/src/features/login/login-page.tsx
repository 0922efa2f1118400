import { useTranslation } from '@portal/shared/i18n';
import { useLocation } from '@portal/shared/router';
import { Inline, Loader, NotificationBox, TextLink, toast } from '@portal/shared/ui/core';
import { Suspense, useState } from 'react';
import { paths } from '../../paths.ts';
import { Screen } from '../../screen.tsx';
import { useScreenHref } from '../../use-screen-href.ts';
import { ConfirmByLink } from './confirm-by-link.tsx';
import { ConfirmPanel, SecondStep } from './lazy-steps.ts';
import { LoginForm } from './login-form.tsx';
import { lateStep, secondStep } from './login-steps.ts';

/** The log-in screen; also where the mailed confirmation link leads. */
export default function LoginPage() {
  const { t } = useTranslation('authorizationLogin');
  const { search, state } = useLocation();
  const hrefOf = useScreenHref();
  const [email, setEmail] = useState('');
  const [isUnconfirmed, setUnconfirmed] = useState(false);

  function goOn() {
    setUnconfirmed(false);
    toast({ tone: 'success', text: t('confirmed') });
  }
  if (isUnconfirmed) {
    return (
      <Screen title={t('confirmTitle')}>
        <Suspense fallback={<Loader />}>
          <ConfirmPanel email={email} onConfirmed={goOn} />
        </Suspense>
      </Screen>
    );
  }
  if (state === secondStep) {
    return (
      <Suspense fallback={<Loader />}>
        <SecondStep />
      </Suspense>
    );
  }
  const links = (
    <Inline justify="between">
      <TextLink href={hrefOf(paths.restore)}>{t('forgot')}</TextLink>
      <span>
        {t('noAccount')} <TextLink href={hrefOf(paths.register)}>{t('register')}</TextLink>
      </span>
    </Inline>
  );
  const notice = (
    <>
      <ConfirmByLink />
      {state === lateStep ? (
        <NotificationBox tone="error" live>
          {t('otp.expired')}
        </NotificationBox>
      ) : (
        new URLSearchParams(search).has('return_to') && <NotificationBox>{t('loginFirst')}</NotificationBox>
      )}
    </>
  );
  return (
    <Screen title={t('title')} description={t('description')} notice={notice} links={links}>
      <LoginForm email={email} onEmail={setEmail} onUnconfirmed={() => setUnconfirmed(true)} />
    </Screen>
  );
}
