import type { Period } from '@portal/contract/dates';
import { type MessagingReportRow, reportGroups } from '@portal/contract/messaging-report';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import type { Column } from '@portal/shared/ui';
import { useMemo } from 'react';
import { GroupValue } from './group-value.tsx';
import { HistoryLink } from './history-link.tsx';
import type { CountFigure } from './report-figures.ts';
import { TopErrors } from './top-errors.tsx';

interface ReportColumns {
  groups: readonly string[];
  counts: readonly CountFigure[];
  period: Period | undefined;
}

/** A column for each grouping, then the figures; ids of sortable ones are the contract's order fields. */
export function useReportColumns({ groups, counts, period }: ReportColumns): Column<MessagingReportRow>[] {
  const { t } = useTranslation('messagingReport');
  const format = useFormat();
  return useMemo<Column<MessagingReportRow>[]>(() => {
    const figure = { align: 'end', sortable: true } as const;
    return [
      ...groups.map((group, index) => groupColumn(group, index === 0)),
      ...counts.map((count) => ({
        ...figure,
        id: count,
        header: t(`metric.${count}`),
        cell: (row: MessagingReportRow) => (
          <HistoryLink figure={count} count={row[count]} rowKey={row.key} period={period} />
        ),
      })),
      {
        ...figure,
        id: 'delivery_rate_percent',
        header: t('metric.rate'),
        cell: (row) => format.percent(row.delivery_rate_percent),
      },
      { ...figure, id: 'parts', header: t('metric.parts'), cell: (row) => format.number(row.parts) },
      {
        ...figure,
        id: 'cost',
        header: t('metric.cost'),
        cell: (row) => format.rate(row.cost, row.currency),
      },
      {
        id: 'top_errors',
        header: t('metric.topErrors'),
        wrap: true,
        cell: (row) => <TopErrors errors={row.top_errors} />,
      },
    ];

    function groupColumn(group: string, isFirst: boolean): Column<MessagingReportRow> {
      const known = reportGroups.find((one) => one === group);
      return {
        id: group,
        header: known ? t(`group.${known}`) : group,
        sortable: known !== undefined,
        primary: isFirst,
        cell: (row) => <GroupValue group={group} value={row.key[group]} />,
      };
    }
  }, [groups, counts, period, t, format]);
}
