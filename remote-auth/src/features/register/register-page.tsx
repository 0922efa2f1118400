import type { RegisterResponse } from '@portal/contract/users';
import { useTranslation } from '@portal/shared/i18n';
import { useNavigate } from '@portal/shared/router';
import { TextLink, toast } from '@portal/shared/ui/core';
import { useState } from 'react';
import { ConfirmPanel } from '../../confirmation/confirm-panel.tsx';
import { paths } from '../../paths.ts';
import { Screen } from '../../screen.tsx';
import { useScreenHref } from '../../use-screen-href.ts';
import { RegisterForm } from './register-form.tsx';

interface Registration {
  email: string;
  answer: RegisterResponse;
}

/** Registration, then the confirmation of the e-mail address. */
export default function RegisterPage() {
  const { t } = useTranslation('authorizationRegister');
  const navigate = useNavigate();
  const hrefOf = useScreenHref();
  const [registration, setRegistration] = useState<Registration | null>(null);
  if (registration !== null) {
    return (
      <Screen title={t('confirmTitle')}>
        <ConfirmPanel
          email={registration.email}
          shownEmail={registration.answer.email_masked}
          wait={registration.answer.resend_after_seconds}
          onConfirmed={() => {
            toast({ tone: 'success', text: t('done') });
            void navigate(hrefOf(paths.login));
          }}
        />
      </Screen>
    );
  }
  const links = (
    <span>
      {t('haveAccount')} <TextLink href={hrefOf(paths.login)}>{t('login')}</TextLink>
    </span>
  );
  return (
    <Screen title={t('title')} description={t('description')} links={links}>
      <RegisterForm onRegistered={(email, answer) => setRegistration({ email, answer })} />
    </Screen>
  );
}
