import { type Message, messageChannels } from '@portal/contract/messages';
import { useTranslation } from '@portal/shared/i18n';
import { Badge, Card, CountryName, DetailList, Inline } from '@portal/shared/ui';
import { MessageAddress } from '../../messages/message-address.tsx';
import { MessageDirection } from './message-direction.tsx';

/** Who wrote to whom, over which channel and network. */
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
          operator !== null && { term: t('details.operator'), description: operator },
          codes !== '' && { term: t('details.networkCodes'), description: codes },
          { term: t('details.channel'), description: channelName(message.channel) },
          campaign !== null && { term: t('details.campaign'), description: campaign },
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

/** Proper names, the same in every language. */
const channelNames = { sms: 'SMS', mms: 'MMS', viber: 'Viber', whatsapp: 'WhatsApp', rcs: 'RCS' } as const;

function channelName(channel: string): string {
  const known = messageChannels.find((one) => one === channel);
  return known ? channelNames[known] : channel;
}
