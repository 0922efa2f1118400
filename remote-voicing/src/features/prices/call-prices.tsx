import { compareDecimals } from '@portal/contract/money';
import type { CallRate } from '@portal/contract/rates';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import {
  Card,
  type Column,
  CountryName,
  DateTime,
  DetailList,
  detail,
  Money,
  PhoneNumber,
  TwoLineCell,
} from '@portal/shared/ui';
import { useMemo } from 'react';
import { NumberType } from '../../call-values.tsx';

interface PriceProps {
  rate: CallRate;
  currency: string;
}

/** What a call to a number costs. */
export function CallPrice({ rate, number, currency }: PriceProps & { number: string }) {
  const { t } = useTranslation('voicingPrices');
  return (
    <Card title={rate.destination}>
      <DetailList
        items={[
          { term: t('number'), description: <PhoneNumber number={number} copyable /> },
          { term: t('country'), description: <CountryName code={rate.country} /> },
          { term: t('columns.numberType'), description: <NumberType type={rate.number_type} /> },
          { term: t('columns.price'), description: <PerMinute rate={rate} currency={currency} /> },
          { term: t('columns.billing'), description: <Billing rate={rate} /> },
          { term: t('columns.fee'), description: <Money amount={rate.fee} currency={currency} rate /> },
          {
            term: t('minute'),
            description: <Money amount={rate.price_of_minute} currency={currency} rate />,
          },
          { term: t('prefix'), description: `+${rate.prefixes[0] ?? ''}` },
          detail(t('columns.validSince'), rate.valid_since, (since) => (
            <DateTime value={since} show="date" />
          )),
        ]}
      />
    </Card>
  );
}

/** The columns of a country's prices. */
export function useCallPriceColumns(currency: string): Column<CallRate>[] {
  const { t } = useTranslation('voicingPrices');
  return useMemo(
    () => [
      {
        id: 'destination',
        header: t('columns.destination'),
        primary: true,
        cell: (rate) => (
          <TwoLineCell width="l" detail={<Prefixes prefixes={rate.prefixes} />}>
            {rate.destination}
          </TwoLineCell>
        ),
      },
      {
        id: 'number_type',
        header: t('columns.numberType'),
        cell: (rate) => <NumberType type={rate.number_type} />,
      },
      {
        id: 'price',
        header: t('columns.price'),
        align: 'end',
        cell: (rate) => <PerMinute rate={rate} currency={currency} />,
      },
      { id: 'billing', header: t('columns.billing'), cell: (rate) => <Billing rate={rate} /> },
      {
        id: 'fee',
        header: t('columns.fee'),
        align: 'end',
        cell: (rate) => <Money amount={rate.fee} currency={currency} rate />,
      },
      {
        id: 'valid_since',
        header: t('columns.validSince'),
        cell: (rate) => <DateTime value={rate.valid_since} show="date" />,
      },
    ],
    [t, currency],
  );
}

/** The first interval and the following ones can have different prices. */
function PerMinute({ rate, currency }: PriceProps) {
  const { t } = useTranslation('voicingPrices');
  const format = useFormat();
  if (compareDecimals(rate.rate_initial, rate.rate_next) === 0)
    return <Money amount={rate.rate_initial} currency={currency} rate />;
  return t('twoPrices', {
    first: format.rate(rate.rate_initial, currency),
    next: format.rate(rate.rate_next, currency),
  });
}

function Billing({ rate }: Pick<PriceProps, 'rate'>) {
  const { t } = useTranslation('voicingPrices');
  const format = useFormat();
  const [first, next] = [rate.rate_initial_interval, rate.rate_next_interval];
  return first === next
    ? t('everyInterval', { seconds: format.number(next) })
    : t('intervals', { first: format.number(first), next: format.number(next) });
}

const shownPrefixes = 3;

function Prefixes({ prefixes }: { prefixes: readonly string[] }) {
  const { t } = useTranslation('voicingPrices');
  const format = useFormat();
  const shown = prefixes
    .slice(0, shownPrefixes)
    .map((prefix) => `+${prefix}`)
    .join(', ');
  const more = prefixes.length - shownPrefixes;
  return more > 0 ? t('morePrefixes', { prefixes: shown, number: format.number(more) }) : shown;
}
