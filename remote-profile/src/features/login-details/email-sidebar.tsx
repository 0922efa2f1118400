import { useTranslation } from '@portal/shared/i18n';
import { useProfile } from '@portal/shared/session';
import { QueryFallback, Stack } from '@portal/shared/ui';
import { useState } from 'react';
import { SidebarResult } from '../../sidebar-form.tsx';
import { EmailForm, PendingEmail } from './email-form.tsx';

/** Changes the e-mail address that the customer logs in with and receives mail at. */
export default function EmailSidebar() {
  const profile = useProfile();
  const [sent, setSent] = useState<SentChange | null>(null);
  if (profile.data === undefined) return <QueryFallback query={profile} />;
  const { email, pending_email: pending } = profile.data;
  if (sent !== null) return <SentResult sent={sent} email={email} pending={pending} />;
  return (
    <Stack gap="6">
      {pending !== null && <PendingEmail email={email} pending={pending} />}
      <EmailForm email={email} onSent={(asked) => setSent({ asked, before: email })} />
    </Stack>
  );
}

interface SentChange {
  /** The address that was asked for, and the one in use at that time. */
  asked: string;
  before: string;
}

interface SentResultProps {
  sent: SentChange;
  email: string;
  pending: string | null;
}

/** What has become of a change since it was sent: it may be confirmed or canceled elsewhere. */
function SentResult({ sent, email, pending }: SentResultProps) {
  const { t } = useTranslation('profileEmailSidebar');
  if (pending !== null)
    return <SidebarResult title={t('sent.title')}>{t('sent.text', { pending, email })}</SidebarResult>;
  if (email !== sent.before)
    return <SidebarResult title={t('changed.title')}>{t('changed.text', { email })}</SidebarResult>;
  return (
    <SidebarResult title={t('same.title')}>
      {sent.asked === email ? t('same.text', { email }) : t('pending.cancelled', { email })}
    </SidebarResult>
  );
}
