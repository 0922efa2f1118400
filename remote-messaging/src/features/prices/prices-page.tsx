import { type MessageRate, type MessageRates, rateQuerySchema } from '@portal/contract/rates';
import { useTranslation } from '@portal/shared/i18n';
import { useUrlQuery } from '@portal/shared/router';
import { PriceListLink, RateCheck, ServicePage } from '@portal/shared/service-pages';
import {
  Card,
  type Column,
  CountryName,
  DataTable,
  DateTime,
  Money,
  NotificationBox,
  Stack,
  TwoLineCell,
} from '@portal/shared/ui';
import { useMemo } from 'react';
import { useMessageRates, useMessagingService } from '../../messaging-service.ts';

export default function PricesPage() {
  const { t } = useTranslation('messagingPrices');
  return (
    <ServicePage title={t('title')} description={t('description')} service={useMessagingService()}>
      {(serviceId) => <MessagePrices serviceId={serviceId} />}
    </ServicePage>
  );
}

function MessagePrices({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('messagingPrices');
  const [place, setPlace] = useUrlQuery(rateQuerySchema);
  return (
    <Stack>
      <div>
        <PriceListLink serviceId={serviceId}>{t('download')}</PriceListLink>
      </div>
      <RateCheck
        place={place}
        setPlace={setPlace}
        query={useMessageRates(serviceId, place)}
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

/** The prices of all networks that a number or a country can have. */
function FoundPrices({ page: { number, items, currency } }: { page: MessageRates }) {
  const { t } = useTranslation('messagingPrices');
  return (
    <Stack>
      {number !== null && <NotificationBox>{t('networks', { number })}</NotificationBox>}
      <Card padding="none">
        <DataTable
          caption={t('caption')}
          columns={usePriceColumns(currency)}
          rows={items}
          rowKey={({ country, mcc, mnc, operator }) => [country, mcc, mnc, operator].join(' ')}
        />
      </Card>
    </Stack>
  );
}

function usePriceColumns(currency: string): Column<MessageRate>[] {
  const { t } = useTranslation('messagingPrices');
  return useMemo(
    () => [
      {
        id: 'operator',
        header: t('columns.operator'),
        primary: true,
        cell: ({ operator, mcc, mnc }) => {
          const code = mcc === null ? null : `${mcc} ${mnc ?? ''}`;
          return (
            <TwoLineCell width="l" detail={operator === null ? null : code}>
              {operator ?? code ?? t('others')}
            </TwoLineCell>
          );
        },
      },
      {
        id: 'country',
        header: t('columns.country'),
        cell: ({ country }) => <CountryName code={country} />,
      },
      {
        id: 'unit_price',
        header: t('columns.price'),
        align: 'end',
        cell: ({ unit_price }) => <Money amount={unit_price} currency={currency} rate />,
      },
      {
        id: 'valid_since',
        header: t('columns.validSince'),
        cell: ({ valid_since }) => <DateTime value={valid_since} show="date" />,
      },
    ],
    [t, currency],
  );
}
