import { useTranslation } from '@portal/shared/i18n';
import { useUrlQuery } from '@portal/shared/router';
import { PagedTable, Stack } from '@portal/shared/ui';
import { useMessages } from '../../messages/use-messages.ts';
import { HistoryFilters } from './history-filters.tsx';
import { historyQuerySchema } from './history-query.ts';
import { MessageDetails } from './message-details.tsx';
import { useMessagesColumns } from './messages-columns.tsx';
import { MessagesSummary } from './messages-summary.tsx';
import { NoMessages } from './no-messages.tsx';
import { SelectionStatus } from './selection-status.tsx';

/** The service's messages with their filters; a row opens its details. */
export function MessageList({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('messagingHistory');
  const [{ row, ...query }, setQuery] = useUrlQuery(historyQuerySchema);
  const messages = useMessages(serviceId, query);
  const columns = useMessagesColumns();
  const page = messages.data;
  // Opening and closing a row stays on its page of the list.
  const setRow = (next: string | undefined) => setQuery({ row: next, offset: query.offset });
  return (
    <Stack>
      <HistoryFilters query={query} setQuery={setQuery} />
      {page && <MessagesSummary summary={page.summary} />}
      {page && <SelectionStatus page={page} />}
      <PagedTable
        caption={t('caption')}
        columns={columns}
        query={messages}
        rowKey={(message) => message.message_id}
        order={query.order}
        onChange={setQuery}
        onRowOpen={(message) => setRow(message.message_id)}
        rowLabel={(message) => t('openMessage', { from: message.sender, to: message.recipient })}
        isRowSelected={(message) => message.message_id === row}
        empty={<NoMessages query={query} setQuery={setQuery} />}
      />
      <MessageDetails
        serviceId={serviceId}
        rowId={row}
        message={page?.items.find((message) => message.message_id === row)}
        isLoading={messages.isPending}
        onClose={() => setRow(undefined)}
      />
    </Stack>
  );
}
