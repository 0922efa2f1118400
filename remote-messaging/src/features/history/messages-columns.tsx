import type { Message } from '@portal/contract/messages';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { type Column, CountryName, MomentCell, TwoLineCell, VisuallyHidden } from '@portal/shared/ui';
import { useMemo } from 'react';
import { MessageAddress, MessageDirection, MessageStatusBadge } from '../../messages/message-values.tsx';

/** The columns of the list. The id of a sortable column is the contract's order field. */
export function useMessagesColumns(): Column<Message>[] {
  const { t } = useTranslation('messagingHistory');
  return useMemo<Column<Message>[]>(
    () => [
      {
        id: 'created',
        header: t('columns.created'),
        sortable: true,
        primary: true,
        cell: ({ created }) => <MomentCell value={created} />,
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
        cell: ({ country, operator }) => (
          <TwoLineCell detail={operator}>
            <CountryName code={country} />
          </TwoLineCell>
        ),
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

function Count({ value }: { value: number }) {
  return useFormat().number(value);
}

function Price({ price, currency }: Pick<Message, 'price' | 'currency'>) {
  return useFormat().rate(price, currency);
}
