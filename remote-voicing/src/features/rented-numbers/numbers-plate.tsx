import type { RentedNumbersPage } from '@portal/contract/rented-numbers';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { ServicePlate } from '@portal/shared/service-pages';
import { EmptyState, Grid, QueryFallback, Reserved, Stat } from '@portal/shared/ui';
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
  const page = useRentedNumbers(serviceId, { limit: 10 });
  if (page.data === undefined) {
    const loading = (
      <Reserved isLoading>
        <Figures {...loadingFigures} />
      </Reserved>
    );
    return <QueryFallback query={page} loading={loading} />;
  }
  const { summary } = page.data;
  return summary.numbers === 0 ? (
    <EmptyState icon="hash" title={t('empty.title')} />
  ) : (
    <Figures {...summary} />
  );
}

type Summary = RentedNumbersPage['summary'];

/** Samples of the figures while these are loading. */
const loadingFigures: Summary = {
  numbers: 0,
  monthly_price: '0',
  currency: 'eur',
  next_renewal: { number: '+1', renews_at: '2000-01-01' },
};

function Figures({ numbers, monthly_price, currency, next_renewal: next }: Summary) {
  const { t } = useTranslation('voicingPhoneNumbers');
  const format = useFormat();
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
