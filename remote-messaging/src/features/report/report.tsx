import { useFormat, useTranslation } from '@portal/shared/i18n';
import { useUrlQuery } from '@portal/shared/router';
import { Inline, PagedTable, Stack } from '@portal/shared/ui';
import { useMessagingReport } from '../../messages/use-messaging-report.ts';
import { KeyFigures } from './key-figures.tsx';
import { MessagesChart } from './messages-chart.tsx';
import { NoFigures } from './no-figures.tsx';
import { useReportColumns } from './report-columns.tsx';
import { rowIdOf } from './report-figures.ts';
import { ReportFilters } from './report-filters.tsx';
import { reportQuerySchema } from './report-query.ts';
import { ReportTotals } from './report-totals.tsx';
import { RowDetails } from './row-details.tsx';
import { useKeyText } from './use-key-text.ts';

/** Key figures, the chart and the table of one period, grouped as chosen. */
export function Report({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('messagingReport');
  const format = useFormat();
  const { rowText } = useKeyText();
  const [{ row: rowId, ...query }, setQuery] = useUrlQuery(reportQuerySchema);
  const report = useMessagingReport(serviceId, query);
  const page = report.data;
  const groups = page?.group_by ?? query.group_by;
  const columns = useReportColumns(groups, page?.period);
  const total = page?.total ?? page?.items.length ?? 0;
  const opened = page?.items.find((row) => rowIdOf(row, groups) === rowId);
  // Opening and closing a row stays on its page of the table.
  const setRow = (next: string | undefined) => setQuery({ row: next, offset: query.offset });
  return (
    <Stack>
      <ReportFilters query={query} setQuery={setQuery} />
      {page && (
        <KeyFigures
          now={page.summary}
          before={page.previous?.messages ? page.previous : null}
          period={page.period}
        />
      )}
      {page && page.summary.messages > 0 && <MessagesChart series={page.series} />}
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
        query={report}
        rowKey={(row) => rowIdOf(row, groups)}
        onRowOpen={(row) => setRow(rowIdOf(row, groups))}
        rowLabel={(row) => t('details.open', { name: rowText(row, groups) })}
        isRowSelected={(row) => row === opened}
        order={page?.order ?? query.order}
        onChange={setQuery}
        footer={
          page && <ReportTotals totals={page.summary} groupCount={groups.length} period={page.period} />
        }
        empty={<NoFigures query={query} setQuery={setQuery} />}
      />
      <RowDetails
        isOpen={rowId !== undefined}
        row={opened}
        title={opened && rowText(opened, groups)}
        period={page?.period}
        isLoading={report.isPending}
        onClose={() => setRow(undefined)}
      />
    </Stack>
  );
}
