import type { Period } from '@portal/contract/dates';
import { type MessagingReportRow, reportGroups } from '@portal/contract/messaging-report';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import type { Column } from '@portal/shared/ui';
import { useMemo } from 'react';
import { GroupValue } from './group-value.tsx';
import type { LinkedFigure } from './history-filters.ts';
import { HistoryLink } from './history-link.tsx';
import { NotDelivered } from './not-delivered.tsx';

/** A column for each grouping, then the figures; ids of sortable ones are the contract's order fields. */
export function useReportColumns(
  groups: readonly string[],
  period: Period | undefined,
): Column<MessagingReportRow>[] {
  const { t } = useTranslation('messagingReport');
  const format = useFormat();
  return useMemo<Column<MessagingReportRow>[]>(() => {
    const figure = { align: 'end', sortable: true } as const;
    return [
      ...groups.map((group, index) => groupColumn(group, index === 0)),
      countColumn('messages', (row) => row.messages),
      countColumn('delivered', (row) => row.delivered),
      {
        ...figure,
        id: 'delivery_rate_percent',
        header: t('metric.rate'),
        cell: (row) => format.percent(row.delivery_rate_percent),
      },
      {
        // The server can sort by its kinds only, not by their sum.
        id: 'not_delivered',
        header: t('metric.notDelivered'),
        align: 'end',
        cell: (row) => <NotDelivered row={row} period={period} />,
      },
      { ...figure, id: 'parts', header: t('metric.parts'), cell: (row) => format.number(row.parts) },
      {
        ...figure,
        id: 'cost',
        header: t('metric.cost'),
        cell: (row) => format.money(row.cost, row.currency, { scale: 4 }),
      },
    ];

    function countColumn(
      id: LinkedFigure,
      countOf: (row: MessagingReportRow) => number | null,
    ): Column<MessagingReportRow> {
      return {
        ...figure,
        id,
        header: t(`metric.${id}`),
        cell: (row) => <HistoryLink figure={id} count={countOf(row)} rowKey={row.key} period={period} />,
      };
    }

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
  }, [groups, period, t, format]);
}
