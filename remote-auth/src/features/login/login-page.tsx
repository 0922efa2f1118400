import { useTranslation } from '@portal/shared/i18n';
import { useLocation, useNavigate } from '@portal/shared/router';
import { sessionEndedState } from '@portal/shared/session';
import { Inline, Loader, NotificationBox, TextLink, toast } from '@portal/shared/ui/core';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useMailedToken } from '../../mailed-token.ts';
import { paths, useScreenHref } from '../../paths.ts';
import { Screen } from '../../screen.tsx';
import { LoginForm, loginSteps } from './login-form.tsx';

const loadTwoFactorStep = () => import(/* webpackChunkName: "two-factor-step" */ './two-factor-step.tsx');
const loadConfirmPanel = () =>
  import(/* webpackChunkName: "confirmation" */ '../../confirmation/confirm-panel.tsx');
const loadLinkConfirmation = () =>
  import(/* webpackChunkName: "confirmation" */ '../../confirmation/link-confirmation.tsx');

const TwoFactorStep = lazy(async () => ({ default: (await loadTwoFactorStep()).TwoFactorStep }));
const ConfirmPanel = lazy(async () => ({ default: (await loadConfirmPanel()).ConfirmPanel }));
const LinkConfirmation = lazy(async () => ({ default: (await loadLinkConfirmation()).LinkConfirmation }));
const LinkEnd = lazy(async () => ({ default: (await loadLinkConfirmation()).LinkEnd }));

/** The login page; the mailed confirmation link leads here too. */
export default function LoginPage() {
  const { t } = useTranslation('authorizationLogin');
  const { state } = useLocation();
  const navigate = useNavigate();
  const hrefOf = useScreenHref();
  const [email, setEmail] = useState('');
  const [isUnconfirmed, setUnconfirmed] = useState(false);
  const { token, forget } = useMailedToken('confirm');
  const [linkEnd, setLinkEnd] = useState<{ failure: unknown } | null>(null);
  const endLink = useCallback(
    (failure: unknown) => {
      setLinkEnd({ failure });
      forget();
    },
    [forget],
  );

  // Each step is loaded before it is shown: when that fails, the form shows the failure and can be sent again.
  async function showConfirmation() {
    await loadConfirmPanel();
    setUnconfirmed(true);
  }
  async function showTwoFactorStep() {
    await loadTwoFactorStep();
    await navigate(hrefOf(paths.login), { state: loginSteps.twoFactor });
  }
  function showForm() {
    setUnconfirmed(false);
    toast({ tone: 'success', text: t('confirmed') });
  }
  if (token !== null) {
    return (
      <Screen title={t('confirmTitle')}>
        <Suspense fallback={<Loader />}>
          <LinkConfirmation token={token} onEnd={endLink} />
        </Suspense>
      </Screen>
    );
  }
  if (isUnconfirmed) {
    return (
      <Screen title={t('confirmTitle')}>
        <Suspense fallback={<Loader />}>
          <ConfirmPanel email={email} onConfirmed={showForm} />
        </Suspense>
      </Screen>
    );
  }
  if (state === loginSteps.twoFactor) {
    return (
      <Suspense fallback={<Loader />}>
        <TwoFactorStep />
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
      <CookiesBlocked />
      {linkEnd && (
        <Suspense>
          <LinkEnd failure={linkEnd.failure} />
        </Suspense>
      )}
      {state === loginSteps.expired ? (
        <NotificationBox tone="error" live>
          {t('otp.expired')}
        </NotificationBox>
      ) : (
        <WhyLogIn />
      )}
    </>
  );
  return (
    <Screen title={t('title')} description={t('description')} notice={notice} links={links}>
      <LoginForm
        email={email}
        onEmail={setEmail}
        onUnconfirmed={showConfirmation}
        onTwoFactor={showTwoFactorStep}
        onEnterCode={() => setUnconfirmed(true)}
      />
    </Screen>
  );
}

/** What to do in a browser that refuses cookies: no login is possible. */
function CookiesBlocked() {
  const { t } = useTranslation('error');
  // The build prerenders the page without a browser, where the value is undefined.
  return (
    navigator.cookieEnabled === false && (
      <NotificationBox tone="error">{t('cookies_blocked')}</NotificationBox>
    )
  );
}

/** Why the visitor is here instead of on the wanted page. */
function WhyLogIn() {
  const { t } = useTranslation('authorizationLogin');
  const { search, state } = useLocation();
  if (state === sessionEndedState) return <NotificationBox live>{t('sessionEnded')}</NotificationBox>;
  return new URLSearchParams(search).has('return_to') && <NotificationBox>{t('loginFirst')}</NotificationBox>;
}
