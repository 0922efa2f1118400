import type { Cdr } from '@portal/contract/cdr';
import { directions } from '@portal/contract/messages';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import {
  type Column,
  CountryName,
  DirectionName,
  Duration,
  MomentCell,
  PhoneNumber,
  TwoLineCell,
  VisuallyHidden,
} from '@portal/shared/ui';
import { useMemo } from 'react';
import { CallResultBadge } from '../../calls/call-result.tsx';
import classes from './cdr.module.css';

/** The columns of the list. The id of a sortable column is the contract's order field. */
export function useCdrColumns(): Column<Cdr>[] {
  const { t } = useTranslation('voicingCdrs');
  return useMemo<Column<Cdr>[]>(
    () => [
      {
        id: 'started',
        header: t('columns.started'),
        sortable: true,
        primary: true,
        cell: (call) => <MomentCell value={call.started} />,
      },
      {
        id: 'direction',
        header: <VisuallyHidden>{t('columns.direction')}</VisuallyHidden>,
        label: t('columns.direction'),
        cell: (call) => <Direction direction={call.direction} />,
      },
      {
        id: 'number_from',
        header: t('columns.from'),
        sortable: true,
        cell: (call) => <PhoneNumber number={call.number_from} />,
      },
      {
        id: 'number_to',
        header: t('columns.to'),
        sortable: true,
        cell: (call) => <PhoneNumber number={call.number_to} />,
      },
      {
        id: 'country',
        header: t('columns.country'),
        sortable: true,
        cell: (call) => <Destination country={call.country} destination={call.destination} />,
      },
      {
        id: 'duration_seconds',
        header: t('columns.duration'),
        align: 'end',
        sortable: true,
        cell: (call) => <Duration seconds={call.duration_seconds} />,
      },
      {
        id: 'result',
        header: t('columns.result'),
        sortable: true,
        cell: (call) => <CallResultBadge result={call.result} />,
      },
      {
        id: 'price',
        header: t('columns.price'),
        align: 'end',
        sortable: true,
        cell: (call) => <CallPriceCell call={call} />,
      },
    ],
    [t],
  );
}

function Direction({ direction }: Pick<Cdr, 'direction'>) {
  const { t } = useTranslation('voicingCdrs');
  const known = directions.find((one) => one === direction);
  if (known === undefined) return direction;
  return (
    <DirectionName
      icon={known === 'inbound' ? 'phone-incoming' : 'phone-outgoing'}
      name={t(`direction.${known}`)}
    />
  );
}

function Destination({ country, destination }: Pick<Cdr, 'country' | 'destination'>) {
  const detail = destination && !isCountry(destination, country) && destination;
  return (
    <TwoLineCell detail={detail} width="s">
      <CountryName code={country} />
    </TwoLineCell>
  );
}

const englishNames = new Intl.DisplayNames('en', { type: 'region' });

/** Whether a destination names the country alone. Carriers name destinations in English. */
function isCountry(destination: string, country: string | null): boolean {
  return (
    country !== null && /^[A-Z]{2}$/i.test(country) && englishNames.of(country.toUpperCase()) === destination
  );
}

function CallPriceCell({ call }: { call: Cdr }) {
  const { t } = useTranslation('voicingCdrs');
  const format = useFormat();
  if (!call.rated) return <span className={classes['pending']}>{t('price.pending')}</span>;
  return format.rate(call.price, call.currency);
}
