import type { Message } from '@portal/contract/messages';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { type Column, CountryName, VisuallyHidden } from '@portal/shared/ui';
import { useMemo } from 'react';
import { MessageAddress } from '../../messages/message-address.tsx';
import { MessageStatusBadge } from '../../messages/message-status.tsx';
import { MessageDirection } from './message-direction.tsx';
import classes from './messages-columns.module.css';

/** Columns of the list; the ids of the sortable ones are the contract's order fields. */
export function useMessagesColumns(): Column<Message>[] {
  const { t } = useTranslation('messagingHistory');
  return useMemo<Column<Message>[]>(
    () => [
      {
        id: 'created',
        header: t('columns.created'),
        sortable: true,
        primary: true,
        cell: ({ created }) => <Moment timestamp={created} />,
      },
      {
        id: 'direction',
        header: <VisuallyHidden>{t('columns.direction')}</VisuallyHidden>,
        label: t('columns.direction'),
        cell: ({ direction }) => <MessageDirection direction={direction} />,
      },
      {
        id: 'sender',
        header: t('columns.from'),
        sortable: true,
        cell: ({ sender }) => <MessageAddress address={sender} />,
      },
      {
        id: 'recipient',
        header: t('columns.to'),
        sortable: true,
        cell: ({ recipient }) => <MessageAddress address={recipient} />,
      },
      {
        id: 'country',
        header: t('columns.country'),
        sortable: true,
        cell: (message) => <Network {...message} />,
      },
      {
        id: 'status',
        header: t('columns.status'),
        sortable: true,
        cell: ({ status, status_group }) => <MessageStatusBadge status={status} group={status_group} />,
      },
      {
        id: 'parts',
        header: t('columns.parts'),
        align: 'end',
        sortable: true,
        cell: ({ parts }) => <Count value={parts} />,
      },
      {
        id: 'price',
        header: t('columns.price'),
        align: 'end',
        sortable: true,
        cell: ({ price, currency }) => <Price price={price} currency={currency} />,
      },
    ],
    [t],
  );
}

/** The date above the time, so that the table needs less width. */
function Moment({ timestamp }: { timestamp: string }) {
  return (
    <time dateTime={timestamp} className={classes['moment']}>
      {useFormat().dateTime(timestamp, { seconds: true })}
    </time>
  );
}

function Network({ country, operator }: Pick<Message, 'country' | 'operator'>) {
  return (
    <span className={classes['network']}>
      <CountryName code={country} />
      {operator && <span className={classes['operator']}>{operator}</span>}
    </span>
  );
}

function Count({ value }: { value: number }) {
  return useFormat().number(value);
}

function Price({ price, currency }: Pick<Message, 'price' | 'currency'>) {
  return useFormat().rate(price, currency);
}
