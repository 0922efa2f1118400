import type { Ticket } from '@portal/contract/support';
import { useTranslation } from '@portal/shared/i18n';
import { useProfile } from '@portal/shared/session';
import { CopyButton, QueryFallback } from '@portal/shared/ui';
import { useState } from 'react';
import { SidebarResult } from '../../sidebar-form.tsx';
import { SupportForm } from './support-form.tsx';

/** Sends a request to the provider's support, with what the customer was looking at. */
export default function SupportSidebar() {
  const profile = useProfile();
  const [ticket, setTicket] = useState<Ticket | null>(null);
  if (ticket !== null) return <TicketResult ticket={ticket} />;
  if (profile.data === undefined) return <QueryFallback query={profile} />;
  return <SupportForm profile={profile.data} onSent={setTicket} />;
}

/** The ticket's number, and the address that the reply goes to. */
function TicketResult({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('profileSupportSidebar');
  const { number, subject, reply_to: email } = ticket;
  return (
    <SidebarResult
      title={t('sent.title', { number })}
      action={<CopyButton text={number} label={t('sent.copy')} showLabel theme="outline" size="big" />}
    >
      {email === null ? t('sent.text', { subject }) : t('sent.replyTo', { subject, email })}
    </SidebarResult>
  );
}
