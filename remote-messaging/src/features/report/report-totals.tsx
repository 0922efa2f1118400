import type { Period } from '@portal/contract/dates';
import type { MessagingMetrics } from '@portal/contract/messaging-report';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { HistoryLink } from './history-link.tsx';
import type { CountFigure } from './report-figures.ts';

interface ReportTotalsProps {
  totals: MessagingMetrics;
  groupCount: number;
  counts: readonly CountFigure[];
  period: Period;
}

/** The table's last row: the whole period, beyond the page of rows above it. */
export function ReportTotals({ totals, groupCount, counts, period }: ReportTotalsProps) {
  const { t } = useTranslation('messagingReport');
  const format = useFormat();
  const figures = [
    [t('metric.rate'), format.percent(totals.delivery_rate_percent)],
    [t('metric.parts'), format.number(totals.parts)],
    [t('metric.cost'), format.rate(totals.cost, totals.currency)],
  ];
  return (
    <tr>
      <th scope="row" colSpan={groupCount}>
        {t('total')}
      </th>
      {counts.map((count) => (
        <td key={count} data-label={t(`metric.${count}`)} data-align="end">
          <HistoryLink figure={count} count={totals[count]} period={period} />
        </td>
      ))}
      {figures.map(([label, value]) => (
        <td key={label} data-label={label} data-align="end">
          {value}
        </td>
      ))}
      <td data-card="none" />
    </tr>
  );
}
