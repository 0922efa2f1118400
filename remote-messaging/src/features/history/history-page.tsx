import { exportMessages } from '@portal/contract/exports';
import type { Message, MessageTotals } from '@portal/contract/messages';
import { documentAddress } from '@portal/shared/api';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { useUrlQuery } from '@portal/shared/router';
import { ExportLinks, ServiceList, ServicePage, SupportButton } from '@portal/shared/service-pages';
import { Stat, StatsCard, usePresetDays } from '@portal/shared/ui';
import { knownStatus } from '../../message-values.tsx';
import { useMessages, useMessageTotals, useMessagingService } from '../../messaging-service.ts';
import { HistoryFilters, historyFilters, historyQuerySchema } from './history-filters.tsx';
import { MessageDetails } from './message/message-details.tsx';
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
  const [{ row, ...query }, setQuery] = useUrlQuery(historyQuerySchema);
  const messages = useMessages(serviceId, query);
  const { data: totals } = useMessageTotals(serviceId, historyFilters.only(query));
  const last30Days = usePresetDays('last30Days');
  return (
    <ServiceList
      caption={t('caption')}
      columns={useMessagesColumns()}
      query={messages}
      rowKey={(message) => message.message_id}
      rowLabel={(message) => t('openMessage', { from: message.sender, to: message.recipient })}
      order={query.order}
      setQuery={setQuery}
      counted={totals}
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
        content: (message) => <MessageDetails message={message} />,
        footer: (message) => <ReportProblem message={message} serviceId={serviceId} />,
      }}
    >
      <HistoryFilters query={query} setQuery={setQuery} />
      {totals && <Totals totals={totals} />}
      <ExportLinks
        addressOf={(format, order) =>
          documentAddress(exportMessages, {
            params: { service_id: serviceId },
            query: { ...historyFilters.only(query), order, format },
          })
        }
        order={query.order}
        timeOrder="-created"
        counted={totals}
        textOf={(key) => t(`export.${key}`)}
        tooMany={(values) => t('export.tooMany', values)}
      />
    </ServiceList>
  );
}

/** Totals of all messages that match the filters, on every page of the list. */
function Totals({ totals: { summary, total } }: { totals: MessageTotals }) {
  const { t } = useTranslation('messagingHistory');
  const format = useFormat();
  if (summary === null) return <p>{t('summary.tooMany', { number: format.number(total) })}</p>;
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
