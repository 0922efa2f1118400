import type { Message } from '@portal/contract/messages';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { addDays, type Column, DateTime, QueryTable, TextLink, todayIn } from '@portal/shared/ui';
import { useMemo } from 'react';
import { MessageAddress } from '../../messages/message-address.tsx';
import { MessageStatusBadge } from '../../messages/message-status.tsx';
import { useMessages } from '../../messages/use-messages.ts';
import { paths } from '../../paths.ts';

const shownMessages = 5;

/** The five latest messages of the last seven days; each leads to its details. */
export function LastMessages({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('messagingHistory');
  const today = todayIn(useFormat().timeZone);
  const start_date = addDays(today, -6);
  const messages = useMessages(serviceId, { start_date, end_date: today, limit: 10 });
  const columns = useColumns(start_date, today);
  return (
    <QueryTable
      caption={t('plate.caption')}
      showCaption
      columns={columns}
      query={messages}
      rows={({ items }) => items.slice(0, shownMessages)}
      rowKey={(message) => message.message_id}
      skeletonRows={shownMessages}
      empty={<p>{t('plate.noMessages')}</p>}
    />
  );
}

function useColumns(start_date: string, end_date: string): Column<Message>[] {
  const { t } = useTranslation('messagingHistory');
  return useMemo<Column<Message>[]>(
    () => [
      {
        id: 'created',
        header: t('columns.created'),
        primary: true,
        cell: ({ message_id, created }) => (
          <TextLink href={paths.history({ start_date, end_date, row: message_id })}>
            <DateTime value={created} />
          </TextLink>
        ),
      },
      {
        id: 'to',
        header: t('columns.to'),
        cell: ({ recipient }) => <MessageAddress address={recipient} />,
      },
      {
        id: 'status',
        header: t('columns.status'),
        cell: ({ status, status_group }) => <MessageStatusBadge status={status} group={status_group} />,
      },
    ],
    [t, start_date, end_date],
  );
}
