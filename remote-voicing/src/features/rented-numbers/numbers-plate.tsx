import { useFormat, useTranslation } from '@portal/shared/i18n';
import { ServicePlate } from '@portal/shared/service-pages';
import { EmptyState, Grid, QueryFallback, Skeleton, Stat } from '@portal/shared/ui';
import { paths } from '../../paths.ts';
import { useVoicingService } from '../../voicing-service.ts';
import { useRentedNumbers } from './use-rented-numbers.ts';

export default function NumbersPlate() {
  const { t } = useTranslation('voicingPhoneNumbers');
  return (
    <ServicePlate
      title={t('plate.title')}
      icon="hash"
      links={[[t('plate.all'), paths.rentedNumbers()]]}
      service={useVoicingService()}
    >
      {(serviceId) => <NumbersFigures serviceId={serviceId} />}
    </ServicePlate>
  );
}

/** The summary of the list: how many numbers there are, what they cost, and which one renews next. */
function NumbersFigures({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('voicingPhoneNumbers');
  const format = useFormat();
  const page = useRentedNumbers(serviceId, { limit: 10 });
  if (page.data === undefined) return <QueryFallback query={page} loading={<Skeleton shape="block" />} />;
  const { numbers, monthly_price, currency, next_renewal: next } = page.data.summary;
  if (numbers === 0) return <EmptyState icon="hash" title={t('empty.title')} />;
  return (
    <Grid>
      <Stat label={t('plate.count')} value={format.number(numbers)} />
      <Stat label={t('plate.monthly')} value={format.money(monthly_price, currency)} />
      <Stat
        label={t('plate.next')}
        value={next ? format.date(next.renews_at) : t('plate.noRenewal')}
        hint={next?.number}
      />
    </Grid>
  );
}
