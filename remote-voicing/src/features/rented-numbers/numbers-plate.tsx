import { useFormat, useTranslation } from '@portal/shared/i18n';
import { Card, EmptyState, Grid, LinkButton, QueryFallback, Skeleton, Stat } from '@portal/shared/ui';
import { paths } from '../../paths.ts';
import { VoicingService } from '../../voicing-service.tsx';
import { useRentedNumbers } from './use-rented-numbers.ts';

export default function NumbersPlate() {
  const { t } = useTranslation('voicingPhoneNumbers');
  const all = (
    <LinkButton theme="outline" size="small" href={paths.rentedNumbers()}>
      {t('plate.all')}
    </LinkButton>
  );
  return (
    <Card title={t('plate.title')} icon="hash" actions={all}>
      <VoicingService loading={<Skeleton shape="block" />}>
        {(service) => <NumbersFigures serviceId={service.service_id} />}
      </VoicingService>
    </Card>
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
