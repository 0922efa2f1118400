import type { Period } from '@portal/contract/dates';
import {
  type MessagingMetrics,
  type MessagingReport,
  type MessagingReportRow,
  reportGroups,
} from '@portal/contract/messaging-report';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import type { Column } from '@portal/shared/ui';
import { type ReactNode, useMemo } from 'react';
import { useCarrierError } from '../../messages/use-carrier-error.ts';
import { HistoryLink, type LinkedFigure, notDelivered } from './history-link.tsx';
import classes from './report.module.css';
import { GroupValue } from './row-key.tsx';

type RowKey = MessagingReportRow['key'];

/** A column for each group, then the figures with their totals. The id of a sortable column is the contract's order field. */
export function useReportColumns(
  groups: readonly string[],
  page: MessagingReport | undefined,
): Column<MessagingReportRow>[] {
  const { t } = useTranslation('messagingReport');
  const format = useFormat();
  return useMemo<Column<MessagingReportRow>[]>(() => {
    const period = page?.period;
    return [
      ...groups.map(groupColumn),
      figure('messages', t('metric.messages'), (one, key) => link('messages', one.messages, key)),
      figure('delivered', t('metric.delivered'), (one, key) => link('delivered', one.delivered, key)),
      figure('delivery_rate_percent', t('metric.rate'), (one) => format.percent(one.delivery_rate_percent)),
      {
        ...figure('not_delivered', t('metric.notDelivered'), (one) =>
          link('notDelivered', notDelivered(one)),
        ),
        cell: (row) => <NotDelivered row={row} period={period} />,
        // The server sorts by each outcome, but not by their sum.
        sortable: false,
      },
      figure('parts', t('metric.parts'), (one) => format.number(one.parts)),
      figure('cost', t('metric.cost'), (one) => format.money(one.cost, one.currency, { scale: 4 })),
    ];

    function link(name: LinkedFigure, count: number | null, key?: RowKey) {
      return <HistoryLink figure={name} count={count} rowKey={key} period={period} />;
    }

    function figure(
      id: string,
      header: string,
      cellOf: (metrics: MessagingMetrics, key?: RowKey) => ReactNode,
    ): Column<MessagingReportRow> {
      const total = page && cellOf(page.summary);
      return { id, header, align: 'end', sortable: true, cell: (row) => cellOf(row, row.key), total };
    }

    function groupColumn(group: string, index: number): Column<MessagingReportRow> {
      const known = reportGroups.find((one) => one === group);
      return {
        id: group,
        header: known ? t(`group.${known}`) : group,
        sortable: known !== undefined,
        primary: index === 0,
        cell: (row) => <GroupValue group={group} value={row.key[group]} />,
      };
    }
  }, [groups, page, t, format]);
}

interface NotDeliveredProps {
  row: MessagingReportRow;
  period: Period | undefined;
}

/** The number of messages of a row that were not delivered, with the most frequent reason. */
function NotDelivered({ row, period }: NotDeliveredProps) {
  const { t } = useTranslation('messagingReport');
  const format = useFormat();
  const reasonOf = useCarrierError();
  const [error] = row.top_errors;
  return (
    <span className={classes['notDelivered']}>
      <HistoryLink figure="notDelivered" count={notDelivered(row)} rowKey={row.key} period={period} />
      {error && (
        <span className={classes['reason']}>
          {t('topError', { name: reasonOf(error.name, error.code), number: format.number(error.count) })}
        </span>
      )}
    </span>
  );
}
