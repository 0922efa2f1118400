import type { Cdr } from '@portal/contract/cdr';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { ServicePlate, TodayStats, useTodayAndYesterday } from '@portal/shared/service-pages';
import { Duration, EntryList, Stack, usePresetDays } from '@portal/shared/ui';
import { CallResultBadge } from '../../call-result.tsx';
import { paths } from '../../paths.ts';
import { useCdrs, useVoicingService, useVoicingStats } from '../../voicing-service.ts';

export default function CallsPlate() {
  const { t } = useTranslation('voicingCdrs');
  return (
    <ServicePlate
      title={t('plate.title')}
      icon="phone-call"
      links={[
        [t('plate.history'), paths.cdr()],
        [t('plate.report'), paths.report()],
      ]}
      service={useVoicingService()}
    >
      {(serviceId) => (
        <Stack gap="6">
          <Today serviceId={serviceId} />
          <LastCalls serviceId={serviceId} />
        </Stack>
      )}
    </ServicePlate>
  );
}

/** Today's calls beside yesterday's. */
function Today({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('voicingCdrs');
  const { duration, percent } = useFormat();
  const stats = useVoicingStats(serviceId, { ...useTodayAndYesterday(), filter: 'day' });
  return (
    <TodayStats
      query={stats}
      none={{ calls_total: 0, asr_percent: null, acd_seconds: null, cost: '0' }}
      figures={[
        { label: t('summary.calls'), number: (day) => day.calls_total },
        { label: t('summary.asr'), number: (day) => day.asr_percent, show: percent, better: 'up' },
        { label: t('summary.acd'), number: (day) => day.acd_seconds, show: duration },
        { label: t('plate.spend'), money: (day) => day.cost },
      ]}
      beforeText={(value) => t('plate.yesterday', { value })}
    />
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
