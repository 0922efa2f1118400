import type { Message } from '@portal/contract/messages';
import { useTranslation } from '@portal/shared/i18n';
import { Card, EntryList, LinkButton, Money, Skeleton, Stack, usePresetDays } from '@portal/shared/ui';
import { MessageStatusBadge } from '../../messages/message-values.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { MessagingService } from '../../messaging-service.tsx';
import { paths } from '../../paths.ts';
import { TodayFigures } from './today-figures.tsx';

export default function MessagesPlate() {
  const { t } = useTranslation('messagingHistory');
  const links = (
    <>
      <LinkButton theme="outline" size="small" href={paths.history()}>
        {t('plate.history')}
      </LinkButton>
      <LinkButton theme="outline" size="small" href={paths.report()}>
        {t('plate.report')}
      </LinkButton>
    </>
  );
  return (
    <Card title={t('plate.title')} icon="message-text" actions={links}>
      <MessagingService loading={<Skeleton shape="block" />}>
        {({ service_id: serviceId }) => (
          <Stack gap="6">
            <TodayFigures serviceId={serviceId} />
            <LastMessages serviceId={serviceId} />
          </Stack>
        )}
      </MessagingService>
    </Card>
  );
}

/** The five latest messages of the last seven days; each links to its details. */
function LastMessages({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('messagingHistory');
  const period = usePresetDays('last7Days');
  const page = useMessages(serviceId, { ...period, limit: 10 });
  const entryOf = (message: Message) => {
    const isInbound = message.direction === 'inbound';
    return {
      id: message.message_id,
      icon: isInbound ? 'inbox' : 'send',
      iconLabel: t(isInbound ? 'direction.inbound' : 'direction.outbound'),
      title: isInbound ? message.sender : message.recipient,
      href: paths.history({ ...period, row: message.message_id }),
      badge: <MessageStatusBadge status={message.status} group={message.status_group} />,
      time: message.created,
      figure: <Money amount={message.price} currency={message.currency} rate />,
    };
  };
  return (
    <EntryList caption={t('plate.caption')} query={page} entryOf={entryOf} empty={t('plate.noMessages')} />
  );
}
