import { useTranslation } from '@portal/shared/i18n';
import { useProfile } from '@portal/shared/session';
import { QueryFallback, Stack } from '@portal/shared/ui';
import { useState } from 'react';
import { SidebarResult } from '../../sidebar-form.tsx';
import { EmailForm, PendingEmail } from './email-form.tsx';

/** Changes the e-mail address that the customer logs in with and receives mail at. */
export default function EmailSidebar() {
  const { t } = useTranslation('profileEmailSidebar');
  const profile = useProfile();
  const [isSent, setSent] = useState(false);
  if (profile.data === undefined) return <QueryFallback query={profile} />;
  const { email, pending_email: pending } = profile.data;
  if (isSent) {
    return pending === null ? (
      <SidebarResult title={t('same.title')}>{t('same.text', { email })}</SidebarResult>
    ) : (
      <SidebarResult title={t('sent.title')}>{t('sent.text', { pending, email })}</SidebarResult>
    );
  }
  return (
    <Stack gap="6">
      {pending !== null && <PendingEmail email={email} pending={pending} />}
      <EmailForm email={email} onSent={() => setSent(true)} />
    </Stack>
  );
}
