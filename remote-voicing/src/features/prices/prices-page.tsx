import { type CallRates, rateQuerySchema } from '@portal/contract/rates';
import { useTranslation } from '@portal/shared/i18n';
import { useUrlQuery } from '@portal/shared/router';
import { PriceListLink, RateCheck, ServicePage } from '@portal/shared/service-pages';
import { Card, DataTable, Stack } from '@portal/shared/ui';
import { useCallRates, useVoicingService } from '../../voicing-service.ts';
import { CallPrice, useCallPriceColumns } from './call-prices.tsx';

export default function PricesPage() {
  const { t } = useTranslation('voicingPrices');
  return (
    <ServicePage title={t('title')} description={t('description')} service={useVoicingService()}>
      {(serviceId) => <CallPrices serviceId={serviceId} />}
    </ServicePage>
  );
}

function CallPrices({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('voicingPrices');
  const [place, setPlace] = useUrlQuery(rateQuerySchema);
  return (
    <Stack>
      <div>
        <PriceListLink serviceId={serviceId}>{t('download')}</PriceListLink>
      </div>
      <RateCheck
        place={place}
        setPlace={setPlace}
        query={useCallRates(serviceId, place)}
        textOf={(key) => t(`check.${key}`)}
        tooMany={(values) => t('tooMany', values)}
        requestOf={(values) => ({
          subject: t('support.subject', values),
          body: t('support.body', values),
        })}
      >
        {(page) => <FoundPrices page={page} />}
      </RateCheck>
    </Stack>
  );
}

/** A number has one price, a country those of its destinations. */
function FoundPrices({ page: { number, items, currency } }: { page: CallRates }) {
  const { t } = useTranslation('voicingPrices');
  const columns = useCallPriceColumns(currency);
  const [first] = items;
  if (number !== null && first !== undefined)
    return <CallPrice rate={first} number={number} currency={currency} />;
  return (
    <Card padding="none">
      <DataTable
        caption={t('caption')}
        columns={columns}
        rows={items}
        rowKey={({ prefixes }) => prefixes[0] ?? ''}
      />
    </Card>
  );
}
