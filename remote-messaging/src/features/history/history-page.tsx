import { checkMessagesExport, exportMessages } from '@portal/contract/exports';
import type { Message } from '@portal/contract/messages';
import { documentAddress, request } from '@portal/shared/api';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { parametersOf, useUrlQuery } from '@portal/shared/router';
import {
  DeletedRecords,
  ExportLinks,
  fixedPeriod,
  HistoryViews,
  ServiceList,
  ServicePage,
  SupportButton,
  TotalsFailure,
  useHistoryColumns,
} from '@portal/shared/service-pages';
import { Reserved, usePresetDays } from '@portal/shared/ui';
import { knownStatus } from '../../message-values.tsx';
import { useMessage, useMessages, useMessageTotals, useMessagingService } from '../../messaging-service.ts';
import { ChosenMessageFilters } from './chosen-filters.tsx';
import { HistoryFilters, historyFilters, historyQuerySchema } from './history-filters.tsx';
import { MessageDetails } from './message/message-details.tsx';
import { loadingTotals, MessageTotals } from './message-totals.tsx';
import { useMessagesColumns } from './messages-columns.tsx';

export default function HistoryPage() {
  const { t } = useTranslation('messagingHistory');
  const { timeZone } = useFormat();
  return (
    <ServicePage
      title={t('title')}
      description={t('description', { timeZone })}
      service={useMessagingService()}
    >
      {(serviceId) => <MessageList serviceId={serviceId} />}
    </ServicePage>
  );
}

/** The service's messages with their filters; a row opens its details. */
function MessageList({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('messagingHistory');
  const { dateTime } = useFormat();
  const [{ row, columns: chosen, ...query }, setQuery] = useUrlQuery(historyQuerySchema);
  const columns = useMessagesColumns();
  const shown = useHistoryColumns('messages', columns, chosen);
  const messages = useMessages(serviceId, query);
  const message = useMessage(serviceId, row, messages.data?.items);
  const totals = useMessageTotals(serviceId, historyFilters.only(query));
  const isCounting = totals.isPending;
  const shownTotals = isCounting ? loadingTotals : totals.data;
  const last30Days = usePresetDays('last30Days');
  return (
    <ServiceList
      caption={t('caption')}
      columns={shown}
      query={messages}
      rowKey={({ message_id }) => message_id}
      rowLabel={({ sender: from, recipient: to }) => t('openMessage', { from, to })}
      order={query.order}
      setQuery={setQuery}
      counted={totals.data}
      countText={(total) => t('count', total)}
      covers={({ period }) =>
        t('interval', { from: dateTime(period.start_utc), to: dateTime(period.end_utc) })
      }
      empty={{
        icon: 'message',
        textOf: (key) => t(`empty.${key}`),
        isFiltered: historyFilters.count(query) > 0,
        onReset: () => setQuery(historyFilters.reset),
        action: t('empty.lastMonth'),
        onAction: () => setQuery(last30Days),
      }}
      drawer={{
        row,
        offset: query.offset,
        title: t('details.title'),
        content: (opened) => <MessageDetails message={opened} />,
        footer: (opened) => <ReportProblem message={opened} serviceId={serviceId} />,
        byId: { query: message, textOf: (key) => t(`details.${key}`) },
        fixedPeriod: fixedPeriod(query, messages.data?.period),
      }}
    >
      <HistoryFilters
        serviceId={serviceId}
        query={query}
        setQuery={setQuery}
        actions={
          <HistoryViews
            kind="messages"
            columns={columns}
            shown={shown}
            onChoose={(ids) => setQuery({ columns: ids, offset: String(query.offset) })}
            query={parametersOf({ ...historyFilters.only(query), order: query.order })}
          />
        }
      />
      <ChosenMessageFilters query={query} setQuery={setQuery} />
      <DeletedRecords period={messages.data?.period} />
      <TotalsFailure totals={totals} list={messages} />
      <Reserved isLoading={isCounting}>{shownTotals && <MessageTotals {...shownTotals} />}</Reserved>
      <Reserved isLoading={isCounting}>
        <ExportLinks
          kind="messages"
          serviceId={serviceId}
          filters={parametersOf(historyFilters.only(query))}
          fileOf={(format) => {
            const input = {
              params: { service_id: serviceId },
              query: { ...historyFilters.only(query), order: query.order, format },
            };
            return {
              address: documentAddress(exportMessages, input),
              check: () => request(checkMessagesExport, input),
            };
          }}
          order={query.order}
          timeOrder="-created"
          // A list that cannot be counted in time is exported in the background.
          counted={shownTotals ?? null}
          textOf={(key) => t(`export.${key}`)}
        />
      </Reserved>
    </ServiceList>
  );
}

function ReportProblem({ message, serviceId }: { message: Message; serviceId: string }) {
  const { t } = useTranslation('messagingHistory');
  const { dateTime } = useFormat();
  const status = knownStatus(message.status);
  const facts = {
    id: message.message_id,
    from: message.sender,
    to: message.recipient,
    time: dateTime(message.created, { seconds: true }),
    status: status ? t(`status.${status}`) : message.status,
  };
  return (
    <SupportButton
      request={{
        category: 'messaging',
        subject: t('problem.subject', facts),
        // The customer continues on the next line.
        body: `${t('problem.body', facts)}\n`,
        service_id: serviceId,
        row_id: message.message_id,
      }}
    >
      {t('details.report')}
    </SupportButton>
  );
}
