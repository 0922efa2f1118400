import type { MessagingSeriesPoint } from '@portal/contract/messaging-report';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { BarChart, Card } from '@portal/shared/ui';
import { pointsOf, stepOf } from './chart-points.ts';

interface MessagesChartProps {
  series: readonly MessagingSeriesPoint[];
}

/** Delivered, lost and pending messages over time, whatever the table is grouped by. */
export function MessagesChart({ series }: MessagesChartProps) {
  const { t } = useTranslation('messagingReport');
  const format = useFormat();
  const step = stepOf(series);
  const points = pointsOf(series, step).map(({ date, delivered, failed, pending }) => ({
    id: date,
    title: step === 'week' ? t('chart.weekOf', { date: format.date(date) }) : format.date(date),
    axisTitle: format.shortDate(date),
    values: { delivered, failed, pending },
  }));
  return (
    <Card title={t(`chart.${step}`)}>
      <BarChart
        label={t(`chart.${step}`)}
        series={[
          { id: 'delivered', title: t('metric.delivered'), tone: 'success' },
          { id: 'failed', title: t('metric.notDelivered'), tone: 'error' },
          { id: 'pending', title: t('metric.pending'), tone: 'neutral' },
        ]}
        points={points}
        step={step}
        formatValue={(value) => format.number(value)}
      />
    </Card>
  );
}
