import type { MessagingReportRow } from '@portal/contract/messaging-report';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { useUrlQuery } from '@portal/shared/router';
import { DeletedRecords, ServiceList, ServicePage } from '@portal/shared/service-pages';
import { Reserved, usePresetDays } from '@portal/shared/ui';
import { useMessagingReport, useMessagingService } from '../../messaging-service.ts';
import { KeyFigures, loadingMetrics } from './figures/key-figures.tsx';
import { MessagesChart } from './figures/messages-chart.tsx';
import { RowDetails } from './figures/row-details.tsx';
import { useKeyText, useReportColumns } from './report-columns.tsx';
import { MessagingReportFilters, periodFilter, reportQuerySchema } from './report-filters.tsx';

export default function ReportPage() {
  const { t } = useTranslation('messagingReport');
  const { timeZone } = useFormat();
  return (
    <ServicePage
      title={t('title')}
      description={t('description', { timeZone })}
      service={useMessagingService()}
    >
      {(serviceId) => <Report serviceId={serviceId} />}
    </ServicePage>
  );
}

/** Keeps the place of the key figures and the chart. */
function LoadingFigures() {
  return (
    <>
      <Reserved isLoading>
        <KeyFigures now={loadingMetrics} before={loadingMetrics} period={undefined} />
      </Reserved>
      <Reserved isLoading>
        <MessagesChart series={[]} />
      </Reserved>
    </>
  );
}

/** Key figures, the chart and the table of one period; a row opens its details. */
function Report({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('messagingReport');
  const { date } = useFormat();
  const { rowText } = useKeyText();
  const [{ row, ...query }, setQuery] = useUrlQuery(reportQuerySchema);
  const report = useMessagingReport(serviceId, query);
  const page = report.data;
  const groups = page?.group_by ?? query.group_by;
  const lastMonth = usePresetDays('lastMonth');
  const nameOf = (one: MessagingReportRow) => rowText(one, groups);
  return (
    <ServiceList
      caption={t('title')}
      columns={useReportColumns(groups, page)}
      query={report}
      rowKey={({ key }) => groups.map((group) => key[group] ?? '').join('~')}
      rowLabel={(one) => t('details.open', { name: nameOf(one) })}
      order={page?.order ?? query.order}
      setQuery={setQuery}
      totalsTitle={t('total')}
      count={page?.items.length}
      countText={(total) => t('count', total)}
      covers={({ period }) => t('interval', { from: date(period.start_date), to: date(period.end_date) })}
      empty={{
        icon: 'chart',
        textOf: (key) => t(`empty.${key}`),
        isFiltered: periodFilter.count(query) > 0,
        onReset: () => setQuery(periodFilter.reset),
        action: t('empty.lastMonth'),
        onAction: () => setQuery(lastMonth),
      }}
      drawer={{
        row,
        offset: query.offset,
        title: (opened) => (opened ? nameOf(opened) : t('details.title')),
        content: (opened) => <RowDetails row={opened} period={page?.period} />,
      }}
    >
      <MessagingReportFilters query={query} setQuery={setQuery} />
      <DeletedRecords period={page?.period} />
      {report.isPending && <LoadingFigures />}
      {page && (
        <KeyFigures
          now={page.summary}
          before={page.previous?.messages ? page.previous : null}
          period={page.period}
        />
      )}
      {page && page.summary.messages > 0 && <MessagesChart series={page.series} />}
    </ServiceList>
  );
}
