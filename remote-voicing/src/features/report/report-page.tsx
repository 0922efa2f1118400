import { useFormat, useTranslation } from '@portal/shared/i18n';
import { useUrlQuery } from '@portal/shared/router';
import { DeletedRecords, ServiceList, ServicePage } from '@portal/shared/service-pages';
import { Reserved, usePresetDays } from '@portal/shared/ui';
import { useVoicingService, useVoicingStats } from '../../voicing-service.ts';
import { CallsChart, LoadingChart } from './calls-chart.tsx';
import { KeyFigures, loadingMetrics } from './key-figures.tsx';
import { useReportColumns } from './report-columns.tsx';
import { periodFilter, reportQuerySchema, VoicingReportFilters } from './report-filters.tsx';

export default function ReportPage() {
  const { t } = useTranslation('voicingStats');
  const { timeZone } = useFormat();
  return (
    <ServicePage
      title={t('title')}
      description={t('description', { timeZone })}
      service={useVoicingService()}
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
      <LoadingChart />
    </>
  );
}

/** Key figures, the chart and the table of one period. */
function Report({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('voicingStats');
  const { date } = useFormat();
  const [query, setQuery] = useUrlQuery(reportQuerySchema);
  const stats = useVoicingStats(serviceId, query);
  const page = stats.data;
  const groups = page?.group_by ?? query.filter;
  const lastMonth = usePresetDays('lastMonth');
  return (
    <ServiceList
      caption={t('title')}
      columns={useReportColumns(groups, page)}
      query={stats}
      rowKey={({ key }) => groups.map((group) => key[group] ?? '').join(' ')}
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
    >
      <VoicingReportFilters query={query} setQuery={setQuery} />
      <DeletedRecords period={page?.period} />
      {stats.isPending && <LoadingFigures />}
      {page && <KeyFigures now={page.summary} before={page.previous} period={page.period} />}
      {page && page.summary.calls_total > 0 && <CallsChart serviceId={serviceId} period={page.period} />}
    </ServiceList>
  );
}
