import type { MessagingSeriesPoint } from '@portal/contract/messaging-report';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { BarChart, Card } from '@portal/shared/ui';

interface MessagesChartProps {
  series: readonly MessagingSeriesPoint[];
}

/** Delivered, undelivered and pending messages over time. It does not depend on the groups of the table. */
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

/** One bar: the messages of a day, or of the week that begins on `date`. */
interface ChartPoint {
  date: string;
  delivered: number;
  failed: number;
  pending: number;
}

type ChartStep = 'day' | 'week';

/** More bars are too narrow to distinguish. */
const maxDays = 92;

/** The length of a bar. */
export function stepOf(series: readonly MessagingSeriesPoint[]): ChartStep {
  return series.length > maxDays ? 'week' : 'day';
}

/** The bars of the series; a week is seven days, counted from the first day. */
export function pointsOf(series: readonly MessagingSeriesPoint[], step: ChartStep): ChartPoint[] {
  const length = step === 'week' ? 7 : 1;
  const starts = series.filter((_point, index) => index % length === 0);
  return starts.map(({ date }, index) => {
    const days = series.slice(index * length, (index + 1) * length);
    return {
      date,
      delivered: sum(days.map((day) => day.delivered)),
      failed: sum(days.map((day) => day.failed)),
      pending: sum(days.map((day) => day.pending)),
    };
  });
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
