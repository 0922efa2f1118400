import type { VoicingMetrics } from '@portal/contract/voicing-stats';
import { useFormat, useTranslation } from '@portal/shared/i18n';

interface ReportTotalsProps {
  totals: VoicingMetrics;
  groupCount: number;
}

/** The table's last row: the whole period, beyond the page of rows above it. */
export function ReportTotals({ totals, groupCount }: ReportTotalsProps) {
  const { t } = useTranslation('voicingStats');
  const format = useFormat();
  const cells = [
    [t('metric.calls'), format.number(totals.calls_total)],
    [t('metric.answered'), format.number(totals.calls_answered)],
    [t('metric.asr'), format.percent(totals.asr_percent)],
    [t('metric.acd'), format.duration(totals.acd_seconds)],
    [t('metric.ner'), format.percent(totals.ner_percent)],
    [t('metric.minutes'), format.number(totals.billed_seconds / 60, { maximumFractionDigits: 1 })],
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
    </tr>
  );
}
