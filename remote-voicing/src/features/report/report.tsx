import { useFormat, useTranslation } from '@portal/shared/i18n';
import { useUrlQuery } from '@portal/shared/router';
import { Inline, PagedTable, Stack } from '@portal/shared/ui';
import { useVoicingStats } from '../../calls/use-voicing-stats.ts';
import { CallsChart } from './calls-chart.tsx';
import { KeyFigures } from './key-figures.tsx';
import { NoFigures } from './no-figures.tsx';
import { useReportColumns } from './report-columns.tsx';
import { ReportFilters } from './report-filters.tsx';
import { reportQuerySchema } from './report-query.ts';
import { ReportTotals } from './report-totals.tsx';

/** Key figures, the chart and the table of one period, grouped as chosen. */
export function Report({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('voicingStats');
  const format = useFormat();
  const [query, setQuery] = useUrlQuery(reportQuerySchema);
  const stats = useVoicingStats(serviceId, query);
  const page = stats.data;
  const groups = page?.group_by ?? query.filter;
  const columns = useReportColumns(groups, page?.period);
  const total = page?.total ?? page?.items.length ?? 0;
  return (
    <Stack>
      <ReportFilters query={query} setQuery={setQuery} />
      {page && <KeyFigures now={page.summary} before={page.previous} />}
      {page && page.summary.calls_total > 0 && <CallsChart serviceId={serviceId} period={page.period} />}
      {page && (
        <Inline justify="between" role="status">
          <strong>{t('count', { count: total, number: format.number(total) })}</strong>
          <span>
            {t('interval', {
              from: format.date(page.period.start_date),
              to: format.date(page.period.end_date),
            })}
          </span>
        </Inline>
      )}
      <PagedTable
        caption={t('title')}
        columns={columns}
        query={stats}
        rowKey={(row) => groups.map((group) => row.key[group] ?? '').join(' ')}
        order={page?.order ?? query.order}
        onChange={setQuery}
        footer={page && <ReportTotals totals={page.summary} groupCount={groups.length} />}
        empty={<NoFigures query={query} setQuery={setQuery} />}
      />
    </Stack>
  );
}
