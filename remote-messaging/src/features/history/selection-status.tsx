import type { MessagesPage } from '@portal/contract/messages';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { Inline } from '@portal/shared/ui';

/** How many messages there are, and between which moments: the period as the server took it. */
export function SelectionStatus({ page }: { page: MessagesPage }) {
  const { t } = useTranslation('messagingHistory');
  const format = useFormat();
  const total = page.total ?? page.summary.messages;
  const interval = {
    from: format.dateTime(page.period.start_utc),
    to: format.dateTime(page.period.end_utc),
  };
  return (
    <Inline justify="between" role="status">
      <strong>{t('count', { count: total, number: format.number(total) })}</strong>
      <span>{t('interval', interval)}</span>
    </Inline>
  );
}
