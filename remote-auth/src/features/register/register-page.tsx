import type { RegisterResponse } from '@portal/contract/registration';
import { useTranslation } from '@portal/shared/i18n';
import { useNavigate } from '@portal/shared/router';
import { Button, TextLink, toast } from '@portal/shared/ui/core';
import { useState } from 'react';
import { ConfirmPanel } from '../../confirmation/confirm-panel.tsx';
import { paths, useScreenHref } from '../../paths.ts';
import { Screen } from '../../screen.tsx';
import { RegisterForm, type RegisterValues } from './register-form.tsx';

interface Registration {
  values: RegisterValues;
  /** Null while the address is being changed. */
  response: RegisterResponse | null;
}

/** Registration, then the confirmation of the e-mail address. */
export default function RegisterPage() {
  const { t } = useTranslation('authorizationRegister');
  const navigate = useNavigate();
  const hrefOf = useScreenHref();
  const [registration, setRegistration] = useState<Registration | null>(null);
  const response = registration?.response;
  if (registration !== null && response) {
    const { values } = registration;
    const change = (
      <Button theme="ghost" onClick={() => setRegistration({ values, response: null })}>
        {t('changeAddress')}
      </Button>
    );
    return (
      <Screen title={t('confirmTitle')} links={change}>
        <ConfirmPanel
          email={values.email}
          shownEmail={response.email_masked}
          wait={response.resend_after_seconds}
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
      <RegisterForm
        draft={registration?.values}
        onRegistered={(values, response) => setRegistration({ values, response })}
      />
    </Screen>
  );
}
