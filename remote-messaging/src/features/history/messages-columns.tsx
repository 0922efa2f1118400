import type { Message } from '@portal/contract/messages';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { type TitledColumn, titledColumns } from '@portal/shared/service-pages';
import { type Column, CountryName, MomentCell, Money, TwoLineCell } from '@portal/shared/ui';
import { useMemo } from 'react';
import {
  channelName,
  MessageAddress,
  MessageDirection,
  MessageStatusBadge,
  useCarrierError,
} from '../../message-values.tsx';

// The id of a sortable column is the contract's order field.
const columns = [
  {
    id: 'created',
    title: 'columns.created',
    cell: ({ created }) => <MomentCell value={created} />,
    sortable: true,
    primary: true,
  },
  {
    id: 'direction',
    title: 'columns.direction',
    hasHiddenTitle: true,
    cell: ({ direction }) => <MessageDirection direction={direction} />,
  },
  {
    id: 'sender',
    title: 'columns.from',
    cell: (row) => <MessageAddress address={row.sender} />,
    sortable: true,
  },
  {
    id: 'recipient',
    title: 'columns.to',
    cell: (row) => <MessageAddress address={row.recipient} />,
    sortable: true,
  },
  {
    id: 'country',
    title: 'columns.country',
    cell: ({ country, operator }) => (
      <TwoLineCell detail={operator}>
        <CountryName code={country} />
      </TwoLineCell>
    ),
    sortable: true,
  },
  {
    id: 'status',
    title: 'columns.status',
    cell: ({ status, status_group }) => <MessageStatusBadge status={status} group={status_group} />,
    sortable: true,
  },
  {
    id: 'parts',
    title: 'columns.parts',
    cell: ({ parts }) => <Count value={parts} />,
    align: 'end',
    sortable: true,
  },
  {
    id: 'price',
    title: 'columns.price',
    cell: ({ price, currency }) => <Money amount={price} currency={currency} rate />,
    align: 'end',
    sortable: true,
  },
  { id: 'channel', title: 'details.channel', cell: ({ channel }) => channelName(channel), optional: true },
  { id: 'error', title: 'failure.title', cell: (message) => <ErrorCell message={message} />, optional: true },
  {
    id: 'delivered',
    title: 'status.delivered',
    cell: ({ delivered }) => (delivered === null ? '–' : <MomentCell value={delivered} />),
    optional: true,
  },
  {
    id: 'campaign',
    title: 'details.campaign',
    cell: ({ campaign_name: name, campaign_id: id }) => name ?? id ?? '–',
    optional: true,
  },
  { id: 'client_ref', title: 'details.clientRef', cell: ({ client_ref: ref }) => ref ?? '–', optional: true },
] as const satisfies readonly TitledColumn<Message>[];

/** The columns of the list. */
export function useMessagesColumns(): Column<Message>[] {
  const { t } = useTranslation('messagingHistory');
  return useMemo(() => titledColumns(columns, (title) => t(title)), [t]);
}

function Count({ value }: { value: number }) {
  return useFormat().number(value);
}

function ErrorCell({ message: { error_name: name, error_code: code } }: { message: Message }) {
  const reasonOf = useCarrierError();
  if (name === null && code === null) return '–';
  return <TwoLineCell detail={code}>{reasonOf(name, code)}</TwoLineCell>;
}
