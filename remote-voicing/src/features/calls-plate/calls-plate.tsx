import type { Cdr } from '@portal/contract/cdr';
import { useTranslation } from '@portal/shared/i18n';
import { Card, Duration, EntryList, LinkButton, Skeleton, Stack, usePresetDays } from '@portal/shared/ui';
import { CallResultBadge } from '../../calls/call-result.tsx';
import { useCdrs } from '../../calls/use-calls.ts';
import { paths } from '../../paths.ts';
import { VoicingService } from '../../voicing-service.tsx';
import { TodayFigures } from './today-figures.tsx';

export default function CallsPlate() {
  const { t } = useTranslation('voicingCdrs');
  const links = (
    <>
      <LinkButton theme="outline" size="small" href={paths.cdr()}>
        {t('plate.history')}
      </LinkButton>
      <LinkButton theme="outline" size="small" href={paths.report()}>
        {t('plate.report')}
      </LinkButton>
    </>
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

/** The five latest calls of the last seven days; each links to its details. */
function LastCalls({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('voicingCdrs');
  const period = usePresetDays('last7Days');
  const page = useCdrs(serviceId, { ...period, limit: 10 });
  const entryOf = (call: Cdr) => {
    const isInbound = call.direction === 'inbound';
    return {
      id: call.cdr_id,
      icon: isInbound ? 'phone-incoming' : 'phone-outgoing',
      iconLabel: t(isInbound ? 'direction.inbound' : 'direction.outbound'),
      title: isInbound ? call.number_from : call.number_to,
      href: paths.cdr({ ...period, row: call.cdr_id }),
      badge: <CallResultBadge result={call.result} />,
      time: call.started,
      figure: <Duration seconds={call.duration_seconds} />,
    };
  };
  return <EntryList caption={t('plate.caption')} query={page} entryOf={entryOf} empty={t('plate.noCalls')} />;
}
