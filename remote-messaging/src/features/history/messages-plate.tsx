import type { Message } from '@portal/contract/messages';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { ServicePlate, TodayStats, useTodayAndYesterday } from '@portal/shared/service-pages';
import { EntryList, Money, Stack, usePresetDays } from '@portal/shared/ui';
import { MessageStatusBadge } from '../../message-values.tsx';
import { useMessages, useMessagingReport, useMessagingService } from '../../messaging-service.ts';
import { paths } from '../../paths.ts';

export default function MessagesPlate() {
  const { t } = useTranslation('messagingHistory');
  return (
    <ServicePlate
      title={t('plate.title')}
      icon="message-text"
      links={[
        [t('plate.history'), paths.history()],
        [t('plate.report'), paths.report()],
      ]}
      service={useMessagingService()}
    >
      {(serviceId) => (
        <Stack gap="6">
          <Today serviceId={serviceId} />
          <LastMessages serviceId={serviceId} />
        </Stack>
      )}
    </ServicePlate>
  );
}

/** Today's messages beside yesterday's. */
function Today({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('messagingHistory');
  const { percent } = useFormat();
  const report = useMessagingReport(serviceId, { ...useTodayAndYesterday(), group_by: 'day' });
  return (
    <TodayStats
      query={report}
      none={{ messages: 0, delivery_rate_percent: null, cost: '0' }}
      figures={[
        { label: t('plate.messages'), number: (day) => day.messages },
        { label: t('plate.rate'), number: (day) => day.delivery_rate_percent, show: percent, better: 'up' },
        { label: t('plate.spend'), money: (day) => day.cost },
      ]}
      beforeText={(value) => t('plate.yesterday', { value })}
    />
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
