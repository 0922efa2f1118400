import { useTranslation } from '@portal/shared/i18n';
import { useLocation, useNavigate } from '@portal/shared/router';
import { Button, TextLink, toast } from '@portal/shared/ui/core';
import { useState } from 'react';
import * as v from 'valibot';
import { ConfirmPanel } from '../../confirmation/confirm-panel.tsx';
import { paths, useScreenHref } from '../../paths.ts';
import { Screen } from '../../screen.tsx';
import { RegisterForm, type RegisterValues } from './register-form.tsx';

// Stored only in the state of this page's history entry until the address is confirmed: phones discard the page of a customer
// who looks for the code in the mail app.
const pendingSchema = v.object({ email: v.string(), email_masked: v.string() });
type PendingRegistration = v.InferOutput<typeof pendingSchema>;

/** Registration, then the confirmation of the e-mail address. */
export default function RegisterPage() {
  const { t } = useTranslation('authorizationRegister');
  const { state } = useLocation();
  const navigate = useNavigate();
  const hrefOf = useScreenHref();
  // Held in memory only, because of the password.
  const [draft, setDraft] = useState<Partial<RegisterValues>>();
  const [wait, setWait] = useState(0);
  const pending = v.safeParse(pendingSchema, state);
  const showStep = (next: PendingRegistration | null) =>
    navigate(hrefOf(paths.register), { replace: true, state: next });

  if (pending.success) {
    const { email, email_masked } = pending.output;
    function changeAddress() {
      setDraft({ email, ...draft });
      void showStep(null);
    }
    const change = (
      <Button theme="ghost" onClick={changeAddress}>
        {t('changeAddress')}
      </Button>
    );
    return (
      <Screen title={t('confirmTitle')} links={change}>
        <ConfirmPanel
          email={email}
          shownEmail={email_masked}
          wait={wait}
          onConfirmed={() => {
            toast({ tone: 'success', text: t('done') });
            void navigate(hrefOf(paths.login), { replace: true });
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
        draft={draft}
        onRegistered={async (values, { email_masked, resend_after_seconds }) => {
          setDraft(values);
          setWait(resend_after_seconds);
          await showStep({ email: values.email, email_masked });
        }}
      />
    </Screen>
  );
}
