import {
  numberCapabilities,
  type RentedNumber,
  rentedNumberStatuses,
  rentedNumberTypes,
} from '@portal/contract/rented-numbers';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { type TitledColumn, titledColumns } from '@portal/shared/service-pages';
import {
  Badge,
  type BadgeTone,
  type Column,
  CountryName,
  DateTime,
  Inline,
  Money,
  PhoneNumber,
  StatusBadge,
  TwoLineCell,
} from '@portal/shared/ui';
import { useMemo } from 'react';
import classes from './rented-numbers.module.css';

// The id of a sortable column is the contract's order field.
const columns = [
  {
    id: 'number',
    title: 'number',
    cell: ({ number, label, city }) => (
      <TwoLineCell width="l" detail={label === city ? null : label}>
        <PhoneNumber number={number} copyable />
      </TwoLineCell>
    ),
    sortable: true,
    primary: true,
  },
  {
    id: 'country',
    title: 'country',
    cell: ({ country, city, region }) => (
      <TwoLineCell width="l" detail={city ?? region}>
        <CountryName code={country} />
      </TwoLineCell>
    ),
    sortable: true,
  },
  {
    id: 'type',
    title: 'type',
    cell: ({ type, capabilities }) => (
      <TwoLineCell width="l">
        <NumberType type={type} />
        <span className={classes['capabilities']}>
          <Capabilities capabilities={capabilities} />
        </span>
      </TwoLineCell>
    ),
    sortable: true,
  },
  { id: 'status', title: 'status', cell: ({ status }) => <NumberStatus status={status} />, sortable: true },
  {
    id: 'monthly_price',
    title: 'monthlyPrice',
    cell: ({ monthly_price, currency }) => <Money amount={monthly_price} currency={currency} />,
    align: 'end',
    sortable: true,
  },
  {
    id: 'renews_at',
    title: 'renewsAt',
    cell: (number) => <Renewal number={number} />,
    sortable: true,
  },
] as const satisfies readonly TitledColumn<RentedNumber>[];

/** The columns of the list. */
export function useRentedNumbersColumns(): Column<RentedNumber>[] {
  const { t } = useTranslation('voicingPhoneNumbers');
  return useMemo(() => titledColumns(columns, (title) => t(`columns.${title}`)), [t]);
}

/** When a number renews, and until when its rent can be paid if the balance does not cover it. */
export function Renewal({ number: { renews_at, unpaid_until } }: { number: RentedNumber }) {
  const { t } = useTranslation('voicingPhoneNumbers');
  const format = useFormat();
  const unpaid = unpaid_until !== null && (
    <span className={classes['unpaid']}>{t('unpaidUntil', { date: format.date(unpaid_until) })}</span>
  );
  return (
    <TwoLineCell detail={unpaid}>
      <DateTime value={renews_at} show="date" />
    </TwoLineCell>
  );
}

const tones: Record<(typeof rentedNumberStatuses)[number], BadgeTone> = {
  active: 'success',
  pending: 'info',
  awaiting_registration: 'warning',
  suspended: 'error',
  pending_removal: 'warning',
  expired: 'error',
  ported_out: 'neutral',
};

/** The status of a number; a status unknown to this release is shown as the server sent it. */
export function NumberStatus({ status }: { status: string }) {
  const { t } = useTranslation('voicingPhoneNumbers');
  const known = rentedNumberStatuses.find((one) => one === status);
  return (
    <StatusBadge tone={known ? tones[known] : 'neutral'}>{known ? t(`status.${known}`) : status}</StatusBadge>
  );
}

/** The type of a number; a type unknown to this release is shown as the server sent it. */
export function NumberType({ type }: { type: string }) {
  const { t } = useTranslation('voicingPhoneNumbers');
  const known = rentedNumberTypes.find((one) => one === type);
  return known ? t(`type.${known}`) : type;
}

/** What a number can be used for; a capability unknown to this release is shown as the server sent it. */
export function Capabilities({ capabilities }: { capabilities: readonly string[] }) {
  const { t } = useTranslation('voicingPhoneNumbers');
  return (
    <Inline gap="1">
      {capabilities.map((capability) => {
        const known = numberCapabilities.find((one) => one === capability);
        return <Badge key={capability}>{known ? t(`capability.${known}`) : capability}</Badge>;
      })}
    </Inline>
  );
}
