import type { Message } from '@portal/contract/messages';
import { useAction, useSidebar } from '@portal/shared/area';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { Button, NotificationBox, RowDrawer, Stack } from '@portal/shared/ui';
import { knownStatus, toneOfGroup } from '../../messages/message-values.tsx';
import { MessagePrice, MessageSize, MessageText } from './message-content.tsx';
import { MessageCodes, MessageFacts, MessageFailure } from './message-facts.tsx';
import { MessageProgress } from './message-progress.tsx';

interface MessageDetailsProps {
  serviceId: string;
  /** The id in the address; undefined while the drawer is closed. */
  rowId: string | undefined;
  /** The message with that id; undefined if the list does not have it. */
  message: Message | undefined;
  isLoading: boolean;
  onClose: () => void;
}

/** The drawer with all details of one message. */
export function MessageDetails({ serviceId, rowId, message, isLoading, onClose }: MessageDetailsProps) {
  const { t } = useTranslation('messagingHistory');
  const { current } = useSidebar();
  return (
    <RowDrawer
      // A support sidebar opened from the drawer replaces it until it is closed.
      isOpen={rowId !== undefined && current === null}
      title={t('details.title')}
      row={message}
      isLoading={isLoading}
      onClose={onClose}
      footer={(message) => <ReportProblem message={message} serviceId={serviceId} />}
    >
      {(message) => (
        <Stack gap="6">
          <MessageOutcome message={message} />
          <MessageProgress message={message} />
          <MessageFailure message={message} />
          <MessageFacts message={message} />
          <MessageText key={message.message_id} text={message.text} />
          <MessageSize message={message} />
          <MessagePrice message={message} />
          <MessageCodes message={message} />
        </Stack>
      )}
    </RowDrawer>
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

function ReportProblem({ message, serviceId }: { message: Message; serviceId: string }) {
  const { t } = useTranslation('messagingHistory');
  const format = useFormat();
  const contact = useAction('support');
  if (contact === undefined) return null;

  const handleReport = () => {
    const status = knownStatus(message.status);
    const facts = {
      id: message.message_id,
      from: message.sender,
      to: message.recipient,
      time: format.dateTime(message.created, { seconds: true }),
      status: status ? t(`status.${status}`) : message.status,
    };
    contact({
      category: 'messaging',
      subject: t('problem.subject', facts),
      // The customer continues on the next line.
      body: `${t('problem.body', facts)}\n`,
      service_id: serviceId,
      row_id: message.message_id,
    });
  };
  return (
    <Button theme="outline" icon="headset" full onClick={handleReport}>
      {t('details.report')}
    </Button>
  );
}
