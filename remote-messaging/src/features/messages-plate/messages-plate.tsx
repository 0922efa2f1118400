import { useTranslation } from '@portal/shared/i18n';
import { Card, Inline, LinkButton, Skeleton, Stack } from '@portal/shared/ui';
import { paths } from '../../paths.ts';
import { MessagingService } from '../../service/messaging-service.tsx';
import { LastMessages } from './last-messages.tsx';
import { TodayFigures } from './today-figures.tsx';

export default function MessagesPlate() {
  const { t } = useTranslation('messagingHistory');
  const links = (
    <Inline gap="2">
      <LinkButton theme="outline" size="small" href={paths.history()}>
        {t('plate.history')}
      </LinkButton>
      <LinkButton theme="outline" size="small" href={paths.report()}>
        {t('plate.report')}
      </LinkButton>
    </Inline>
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
