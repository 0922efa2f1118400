import type { Message } from '@portal/contract/messages';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { NotificationBox, type NotificationTone, Stack } from '@portal/shared/ui';
import { knownStatus, toneOfGroup } from '../../messages/message-status.tsx';

/** The status in plain words, how far it can be trusted, and what the customer can do about it. */
export function MessageOutcome({ message }: { message: Message }) {
  const { t } = useTranslation('messagingHistory');
  const format = useFormat();
  const status = knownStatus(message.status) ?? 'other';
  const isAwaited = !message.is_final && message.validity_until !== null;
  return (
    <NotificationBox tone={boxTone(message.status_group)} title={t(`meaning.${status}`)}>
      <Stack gap="2">
        <p>{t(`advice.${status}`)}</p>
        {isAwaited && <p>{t('expected', { time: format.dateTime(message.validity_until) })}</p>}
      </Stack>
    </NotificationBox>
  );
}

function boxTone(group: string): NotificationTone {
  const tone = toneOfGroup(group);
  return tone === 'neutral' ? 'info' : tone;
}
