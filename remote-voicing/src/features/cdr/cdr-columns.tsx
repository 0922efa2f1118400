import type { Cdr } from '@portal/contract/cdr';
import { directions } from '@portal/contract/messages';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { type TitledColumn, titledColumns } from '@portal/shared/service-pages';
import {
  type Column,
  CountryName,
  DirectionName,
  Duration,
  MomentCell,
  PhoneNumber,
  TwoLineCell,
} from '@portal/shared/ui';
import { useMemo } from 'react';
import { CallResultBadge } from '../../call-result.tsx';
import { EndedBy, NumberType, PostDialDelay, Quality } from '../../call-values.tsx';
import classes from './cdr.module.css';

// The id of a sortable column is the contract's order field.
const columns = [
  {
    id: 'started',
    title: 'columns.started',
    cell: ({ started }) => <MomentCell value={started} />,
    sortable: true,
    primary: true,
  },
  {
    id: 'direction',
    title: 'columns.direction',
    hasHiddenTitle: true,
    cell: (call) => <Direction call={call} />,
  },
  {
    id: 'number_from',
    title: 'columns.from',
    cell: (call) => <PhoneNumber number={call.number_from} />,
    sortable: true,
  },
  {
    id: 'number_to',
    title: 'columns.to',
    cell: (call) => <PhoneNumber number={call.number_to} />,
    sortable: true,
  },
  { id: 'country', title: 'columns.country', cell: (call) => <Destination call={call} />, sortable: true },
  {
    id: 'duration_seconds',
    title: 'columns.duration',
    cell: (call) => <Duration seconds={call.duration_seconds} />,
    align: 'end',
    sortable: true,
  },
  {
    id: 'result',
    title: 'columns.result',
    cell: (call) => <CallResultBadge result={call.result} />,
    sortable: true,
  },
  {
    id: 'price',
    title: 'columns.price',
    cell: (call) => <CallPriceCell call={call} />,
    align: 'end',
    sortable: true,
  },
  {
    id: 'billed_seconds',
    title: 'columns.billed',
    cell: (call) => <Duration seconds={call.billed_seconds} />,
    align: 'end',
    sortable: true,
    optional: true,
  },
  {
    id: 'number_type',
    title: 'details.numberType',
    cell: ({ number_type: type }) => <NumberType type={type} />,
    optional: true,
  },
  {
    id: 'hangup_source',
    title: 'details.hangup',
    cell: ({ hangup_source: source }) => <EndedBy source={source} />,
    optional: true,
  },
  {
    id: 'sip_code',
    title: 'details.sip',
    cell: ({ sip_code: code, sip_reason: reason }) => (
      <TwoLineCell detail={reason}>{code ?? '–'}</TwoLineCell>
    ),
    optional: true,
  },
  {
    id: 'pdd_ms',
    title: 'details.pdd',
    cell: ({ pdd_ms: delay }) => <PostDialDelay milliseconds={delay} />,
    align: 'end',
    optional: true,
  },
  { id: 'mos', title: 'details.mos', cell: ({ mos }) => <Quality mos={mos} />, align: 'end', optional: true },
  { id: 'call_id', title: 'details.callId', cell: ({ call_id: id }) => id ?? '–', optional: true },
  { id: 'cdr_id', title: 'details.cdrId', cell: ({ cdr_id: id }) => id, optional: true },
] as const satisfies readonly TitledColumn<Cdr>[];

/** The columns of the list. */
export function useCdrColumns(): Column<Cdr>[] {
  const { t } = useTranslation('voicingCdrs');
  return useMemo(() => titledColumns(columns, (title) => t(title)), [t]);
}

function Direction({ call: { direction } }: { call: Cdr }) {
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

function Destination({ call: { country, destination } }: { call: Cdr }) {
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
