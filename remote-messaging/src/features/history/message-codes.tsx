import type { Message } from '@portal/contract/messages';
import { useTranslation } from '@portal/shared/i18n';
import { Card, CopyButton, DetailList, Inline } from '@portal/shared/ui';

/** The ids by which support, the carrier and the customer's own systems find the message. */
export function MessageCodes({ message }: { message: Message }) {
  const { t } = useTranslation('messagingHistory');
  const { message_id: id, provider_id: providerId, client_ref: clientRef } = message;
  return (
    <Card title={t('details.ids')} headingLevel={3}>
      <DetailList
        items={[
          {
            term: t('details.messageId'),
            description: <Code text={id} label={t('details.copyMessageId')} />,
          },
          providerId !== null && {
            term: t('details.providerId'),
            description: <Code text={providerId} label={t('details.copyProviderId')} />,
          },
          clientRef !== null && {
            term: t('details.clientRef'),
            description: <Code text={clientRef} label={t('details.copyClientRef')} />,
          },
        ]}
      />
    </Card>
  );
}

function Code({ text, label }: { text: string; label: string }) {
  return (
    <Inline gap="1">
      <code>{text}</code>
      <CopyButton text={text} label={label} />
    </Inline>
  );
}
