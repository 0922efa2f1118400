import type { Message } from '@portal/contract/messages';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { NotificationBox, Stack } from '@portal/shared/ui';
import { knownStatus, toneOfGroup } from '../../../message-values.tsx';
import { MessagePrice, MessageSize, MessageText } from './message-content.tsx';
import { MessageCodes, MessageFacts, MessageFailure } from './message-facts.tsx';
import { MessageProgress } from './message-progress.tsx';

/** All details of one message, the content of its drawer. */
export function MessageDetails({ message }: { message: Message }) {
  return (
    <>
      <MessageOutcome message={message} />
      <MessageProgress message={message} />
      <MessageFailure message={message} />
      <MessageFacts message={message} />
      <MessageText key={message.message_id} text={message.text} />
      <MessageSize message={message} />
      <MessagePrice message={message} />
      <MessageCodes message={message} />
    </>
  );
}

/** Explains the status, how reliable it is, and what the customer can do. */
function MessageOutcome({ message }: { message: Message }) {
  const { t } = useTranslation('messagingHistory');
  const format = useFormat();
  const status = knownStatus(message.status) ?? 'other';
  const tone = toneOfGroup(message.status_group);
  const isAwaited = !message.is_final && message.validity_until !== null;
  return (
    <NotificationBox tone={tone === 'neutral' ? 'info' : tone} title={t(`meaning.${status}`)}>
      <Stack gap="2">
        <p>{t(`advice.${status}`)}</p>
        {isAwaited && <p>{t('expected', { time: format.dateTime(message.validity_until) })}</p>}
      </Stack>
    </NotificationBox>
  );
}
