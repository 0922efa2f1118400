import type { Message } from '@portal/contract/messages';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { type TitledColumn, titledColumns } from '@portal/shared/service-pages';
import { type Column, CountryName, MomentCell, Money, TwoLineCell } from '@portal/shared/ui';
import { useMemo } from 'react';
import { MessageAddress, MessageDirection, MessageStatusBadge } from '../../message-values.tsx';

// The id of a sortable column is the contract's order field.
const columns = [
  {
    id: 'created',
    title: 'created',
    cell: ({ created }) => <MomentCell value={created} />,
    sortable: true,
    primary: true,
  },
  {
    id: 'direction',
    title: 'direction',
    hasHiddenTitle: true,
    cell: ({ direction }) => <MessageDirection direction={direction} />,
  },
  { id: 'sender', title: 'from', cell: (row) => <MessageAddress address={row.sender} />, sortable: true },
  { id: 'recipient', title: 'to', cell: (row) => <MessageAddress address={row.recipient} />, sortable: true },
  {
    id: 'country',
    title: 'country',
    cell: ({ country, operator }) => (
      <TwoLineCell detail={operator}>
        <CountryName code={country} />
      </TwoLineCell>
    ),
    sortable: true,
  },
  {
    id: 'status',
    title: 'status',
    cell: ({ status, status_group }) => <MessageStatusBadge status={status} group={status_group} />,
    sortable: true,
  },
  { id: 'parts', title: 'parts', cell: ({ parts }) => <Count value={parts} />, align: 'end', sortable: true },
  {
    id: 'price',
    title: 'price',
    cell: ({ price, currency }) => <Money amount={price} currency={currency} rate />,
    align: 'end',
    sortable: true,
  },
] as const satisfies readonly TitledColumn<Message>[];

/** The columns of the list. */
export function useMessagesColumns(): Column<Message>[] {
  const { t } = useTranslation('messagingHistory');
  return useMemo(() => titledColumns(columns, (title) => t(`columns.${title}`)), [t]);
}

function Count({ value }: { value: number }) {
  return useFormat().number(value);
}
