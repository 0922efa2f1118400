import type { Message } from '@portal/contract/messages';
import { useAction, useSidebar } from '@portal/shared/area';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { Button, RowDrawer, Stack } from '@portal/shared/ui';
import { knownStatus } from '../../messages/message-status.tsx';
import { MessageCodes } from './message-codes.tsx';
import { MessageFacts } from './message-facts.tsx';
import { MessageFailure } from './message-failure.tsx';
import { MessageOutcome } from './message-outcome.tsx';
import { MessagePrice } from './message-price.tsx';
import { MessageProgress } from './message-progress.tsx';
import { MessageSize } from './message-size.tsx';
import { MessageText } from './message-text.tsx';

interface MessageDetailsProps {
  serviceId: string;
  /** The message that the address names; undefined while none is open. */
  rowId: string | undefined;
  /** It, if the list has it. */
  message: Message | undefined;
  isLoading: boolean;
  onClose: () => void;
}

/** The drawer beside the list: one message in full. */
export function MessageDetails({ serviceId, rowId, message, isLoading, onClose }: MessageDetailsProps) {
  const { t } = useTranslation('messagingHistory');
  const { current } = useSidebar();
  return (
    <RowDrawer
      // A support sidebar, opened from here, takes its place; closing that one leads back.
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
      // The customer goes on below.
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
