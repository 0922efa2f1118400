import { useTranslation } from '@portal/shared/i18n';
import { Card, Inline, LinkButton, Skeleton, Stack } from '@portal/shared/ui';
import { paths } from '../../paths.ts';
import { VoicingService } from '../../service/voicing-service.tsx';
import { LastCalls } from './last-calls.tsx';
import { TodayFigures } from './today-figures.tsx';

export default function CallsPlate() {
  const { t } = useTranslation('voicingCdrs');
  const links = (
    <Inline gap="2">
      <LinkButton theme="outline" size="small" href={paths.cdr()}>
        {t('plate.history')}
      </LinkButton>
      <LinkButton theme="outline" size="small" href={paths.report()}>
        {t('plate.report')}
      </LinkButton>
    </Inline>
  );
  return (
    <Card title={t('plate.title')} icon="phone-call" actions={links}>
      <VoicingService loading={<Skeleton shape="block" />}>
        {({ service_id: serviceId }) => (
          <Stack gap="6">
            <TodayFigures serviceId={serviceId} />
            <LastCalls serviceId={serviceId} />
          </Stack>
        )}
      </VoicingService>
    </Card>
  );
}
