import type { MessagesPage } from '@portal/contract/messages';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { useUrlQuery } from '@portal/shared/router';
import { EmptyList, ListStatus, PagedTable, Stack, Stat, StatsCard, usePresetDays } from '@portal/shared/ui';
import { useMessages } from '../../messages/use-messages.ts';
import { MessagingPage } from '../../messaging-service.tsx';
import { HistoryFilters, historyFilters, historyQuerySchema } from './history-filters.tsx';
import { MessageDetails } from './message-details.tsx';
import { useMessagesColumns } from './messages-columns.tsx';

export default function HistoryPage() {
  const { t } = useTranslation('messagingHistory');
  const { timeZone } = useFormat();
  return (
    <MessagingPage title={t('title')} description={t('description', { timeZone })}>
      {(service) => <MessageList serviceId={service.service_id} />}
    </MessagingPage>
  );
}

/** The service's messages with their filters; a row opens its details. */
function MessageList({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('messagingHistory');
  const format = useFormat();
  const [{ row, ...query }, setQuery] = useUrlQuery(historyQuerySchema);
  const messages = useMessages(serviceId, query);
  const columns = useMessagesColumns();
  const page = messages.data;
  const total = page?.total ?? page?.summary.messages ?? 0;
  const last30Days = usePresetDays('last30Days');
  // Without the offset, a patch goes back to the first page.
  const setRow = (next: string | undefined) => setQuery({ row: next, offset: query.offset });
  const isFiltered = historyFilters.count(query) > 0;
  return (
    <Stack>
      <HistoryFilters query={query} setQuery={setQuery} />
      {page && <Totals summary={page.summary} />}
      {page && (
        <ListStatus count={t('count', { count: total, number: format.number(total) })}>
          {t('interval', {
            from: format.dateTime(page.period.start_utc),
            to: format.dateTime(page.period.end_utc),
          })}
        </ListStatus>
      )}
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
        empty={
          <EmptyList
            icon="message"
            textOf={(key) => t(`empty.${key}`)}
            isFiltered={isFiltered}
            onReset={() => setQuery(historyFilters.reset)}
            action={t('empty.lastMonth')}
            onAction={() => setQuery(last30Days)}
          />
        }
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

/** Totals of all messages that match the filters, on every page of the list. */
function Totals({ summary }: Pick<MessagesPage, 'summary'>) {
  const { t } = useTranslation('messagingHistory');
  const format = useFormat();
  const rate = t('summary.rate');
  return (
    <StatsCard label={t('summary.title')}>
      <Stat size="small" label={t('summary.messages')} value={format.number(summary.messages)} />
      <Stat size="small" label={t('summary.parts')} value={format.number(summary.parts)} />
      <Stat
        size="small"
        label={rate}
        help={{ about: t('summary.about', { name: rate }), text: t('summary.rateHelp') }}
        value={format.percent(summary.delivery_rate_percent)}
        hint={t('summary.rateHint', { delivered: format.number(summary.delivered) })}
      />
      <Stat
        size="small"
        label={t('summary.cost')}
        value={format.money(summary.cost, summary.currency, { scale: 4 })}
      />
    </StatsCard>
  );
}
