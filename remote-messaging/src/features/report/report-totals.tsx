import type { Period } from '@portal/contract/dates';
import type { MessagingMetrics } from '@portal/contract/messaging-report';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import type { ReactNode } from 'react';
import type { LinkedFigure } from './history-filters.ts';
import { HistoryLink } from './history-link.tsx';
import { notDelivered } from './report-figures.ts';

interface ReportTotalsProps {
  totals: MessagingMetrics;
  groupCount: number;
  period: Period;
}

/** The table's last row: the whole period, beyond the page of rows above it. */
export function ReportTotals({ totals, groupCount, period }: ReportTotalsProps) {
  const { t } = useTranslation('messagingReport');
  const format = useFormat();
  const link = (figure: LinkedFigure, count: number | null) => (
    <HistoryLink figure={figure} count={count} period={period} />
  );
  const cells: [string, ReactNode][] = [
    [t('metric.messages'), link('messages', totals.messages)],
    [t('metric.delivered'), link('delivered', totals.delivered)],
    [t('metric.rate'), format.percent(totals.delivery_rate_percent)],
    [t('metric.notDelivered'), link('notDelivered', notDelivered(totals))],
    [t('metric.parts'), format.number(totals.parts)],
    [t('metric.cost'), format.money(totals.cost, totals.currency, { scale: 4 })],
  ];
  return (
    <tr>
      <th scope="row" colSpan={groupCount}>
        {t('total')}
      </th>
      {cells.map(([label, value]) => (
        <td key={label} data-label={label} data-align="end">
          {value}
        </td>
      ))}
      {/* Under the button that opens a row. */}
      <td data-card="none" />
    </tr>
  );
}
