import type { Ticket } from '@portal/contract/support';
import { useTranslation } from '@portal/shared/i18n';
import { CopyButton } from '@portal/shared/ui';
import { SidebarResult } from '../../sidebar-result.tsx';

/** The number to quote, and where the answer goes. */
export function TicketResult({ ticket }: { ticket: Ticket }) {
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
