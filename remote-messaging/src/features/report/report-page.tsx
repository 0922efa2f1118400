import type { MessagingReportRow } from '@portal/contract/messaging-report';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { useUrlQuery } from '@portal/shared/router';
import { EmptyList, ListStatus, PagedTable, Stack, usePresetDays } from '@portal/shared/ui';
import { useMessagingReport } from '../../messages/use-messages.ts';
import { MessagingPage } from '../../messaging-service.tsx';
import { KeyFigures } from './key-figures.tsx';
import { MessagesChart } from './messages-chart.tsx';
import { useReportColumns } from './report-columns.tsx';
import { isThisMonth, ReportFilters, reportQuerySchema } from './report-filters.tsx';
import { RowDetails } from './row-details.tsx';
import { useKeyText } from './row-key.tsx';

export default function ReportPage() {
  const { t } = useTranslation('messagingReport');
  const { timeZone } = useFormat();
  return (
    <MessagingPage title={t('title')} description={t('description', { timeZone })}>
      {(service) => <Report serviceId={service.service_id} />}
    </MessagingPage>
  );
}

/** Key figures, the chart and the table of one period; a row opens its details. */
function Report({ serviceId }: { serviceId: string }) {
  const { t } = useTranslation('messagingReport');
  const format = useFormat();
  const { rowText } = useKeyText();
  const [{ row: rowId, ...query }, setQuery] = useUrlQuery(reportQuerySchema);
  const report = useMessagingReport(serviceId, query);
  const page = report.data;
  const groups = page?.group_by ?? query.group_by;
  const columns = useReportColumns(groups, page);
  const total = page?.total ?? page?.items.length ?? 0;
  const lastMonth = usePresetDays('lastMonth');
  const idOf = ({ key }: MessagingReportRow) => groups.map((group) => key[group] ?? '').join('~');
  const opened = page?.items.find((row) => idOf(row) === rowId);
  // Without the offset, a patch goes back to the first page.
  const setRow = (next: string | undefined) => setQuery({ row: next, offset: query.offset });
  const isFiltered = !isThisMonth(query);
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
        query={report}
        rowKey={idOf}
        onRowOpen={(row) => setRow(idOf(row))}
        rowLabel={(row) => t('details.open', { name: rowText(row, groups) })}
        isRowSelected={(row) => row === opened}
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
