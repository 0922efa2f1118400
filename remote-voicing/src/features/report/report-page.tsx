import { useFormat, useTranslation } from '@portal/shared/i18n';
import { useUrlQuery } from '@portal/shared/router';
import { EmptyList, ListStatus, PagedTable, Stack, usePresetDays } from '@portal/shared/ui';
import { useVoicingStats } from '../../calls/use-calls.ts';
import { VoicingPage } from '../../voicing-service.tsx';
import { CallsChart } from './calls-chart.tsx';
import { KeyFigures } from './key-figures.tsx';
import { useReportColumns } from './report-columns.tsx';
import { isThisMonth, ReportFilters, reportQuerySchema } from './report-filters.tsx';

export default function ReportPage() {
  const { t } = useTranslation('voicingStats');
  const { timeZone } = useFormat();
  return (
    <VoicingPage title={t('title')} description={t('description', { timeZone })}>
      {(service) => <Report serviceId={service.service_id} />}
    </VoicingPage>
  );
}

/** Key figures, the chart and the table of one period. */
function Report({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('voicingStats');
  const format = useFormat();
  const [query, setQuery] = useUrlQuery(reportQuerySchema);
  const stats = useVoicingStats(serviceId, query);
  const page = stats.data;
  const groups = page?.group_by ?? query.filter;
  const columns = useReportColumns(groups, page);
  const total = page?.total ?? page?.items.length ?? 0;
  const lastMonth = usePresetDays('lastMonth');
  const isFiltered = !isThisMonth(query);
  return (
    <Stack>
      <ReportFilters query={query} setQuery={setQuery} />
      {page && <KeyFigures now={page.summary} before={page.previous} />}
      {page && page.summary.calls_total > 0 && <CallsChart serviceId={serviceId} period={page.period} />}
      {page && (
        <ListStatus count={t('count', { count: total, number: format.number(total) })}>
          {t('interval', {
            from: format.date(page.period.start_date),
            to: format.date(page.period.end_date),
          })}
        </ListStatus>
      )}
      <PagedTable
        caption={t('title')}
        columns={columns}
        query={stats}
        rowKey={(row) => groups.map((group) => row.key[group] ?? '').join(' ')}
        order={page?.order ?? query.order}
        onChange={setQuery}
        totalsTitle={t('total')}
        empty={
          <EmptyList
            icon="chart"
            textOf={(key) => t(`empty.${key}`)}
            isFiltered={isFiltered}
            onReset={() => setQuery({ start_date: undefined, end_date: undefined })}
            action={t('empty.lastMonth')}
            onAction={() => setQuery(lastMonth)}
          />
        }
      />
    </Stack>
  );
}
