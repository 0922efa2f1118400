import type { Message } from '@portal/contract/messages';
import { useTranslation } from '@portal/shared/i18n';
import { Badge, Card, Copyable, CountryName, DetailList, detail, Inline } from '@portal/shared/ui';
import { channelName, MessageAddress, MessageDirection, useCarrierError } from '../../../message-values.tsx';

/** The sender, the recipient, the network and the channel of a message. */
export function MessageFacts({ message }: { message: Message }) {
  const { t } = useTranslation('messagingHistory');
  const { mcc, mnc, operator, tags } = message;
  const codes = [mcc, mnc].filter((code) => code !== null).join(' / ');
  const campaign = message.campaign_name ?? message.campaign_id;
  return (
    <Card title={t('details.message')} headingLevel={3}>
      <DetailList
        items={[
          { term: t('details.direction'), description: <MessageDirection direction={message.direction} /> },
          { term: t('details.from'), description: <MessageAddress address={message.sender} copyable /> },
          { term: t('details.to'), description: <MessageAddress address={message.recipient} copyable /> },
          { term: t('details.country'), description: <CountryName code={message.country} /> },
          detail(t('details.operator'), operator),
          codes !== '' && { term: t('details.networkCodes'), description: codes },
          { term: t('details.channel'), description: channelName(message.channel) },
          detail(t('details.campaign'), campaign),
          tags.length > 0 && { term: t('details.tags'), description: <Tags tags={tags} /> },
        ]}
      />
    </Card>
  );
}

function Tags({ tags }: Pick<Message, 'tags'>) {
  return (
    <Inline gap="1" justify="end">
      {tags.map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
    </Inline>
  );
}

/** The error that the carrier reported for a message; nothing without an error. */
export function MessageFailure({ message }: { message: Message }) {
  const { t } = useTranslation('messagingHistory');
  const reasonOf = useCarrierError();
  const { error_code: code, error_name: name, error_permanent: isPermanent } = message;
  if (code === null && name === null) return null;
  return (
    <Card title={t('failure.title')} headingLevel={3}>
      <DetailList
        items={[
          { term: t('failure.reason'), description: reasonOf(name, code) },
          detail(t('failure.name'), name, (value) => <Copyable code text={value} />),
          detail(t('failure.code'), code, (value) => <Copyable code text={value} />),
          detail(t('failure.lasting'), isPermanent, (value) =>
            t(value ? 'failure.permanent' : 'failure.temporary'),
          ),
        ]}
      />
    </Card>
  );
}

/** The ids of the message for support, for the carrier and for the customer's own systems. */
export function MessageCodes({ message }: { message: Message }) {
  const { t } = useTranslation('messagingHistory');
  const copied = (term: string, id: string | null, label: string) =>
    detail(term, id, (text) => <Copyable code text={text} label={label} />);
  return (
    <Card title={t('details.ids')} headingLevel={3}>
      <DetailList
        items={[
          copied(t('details.messageId'), message.message_id, t('details.copyMessageId')),
          copied(t('details.providerId'), message.provider_id, t('details.copyProviderId')),
          copied(t('details.clientRef'), message.client_ref, t('details.copyClientRef')),
        ]}
      />
    </Card>
  );
}
