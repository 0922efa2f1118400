import { daysOf, type Period } from '@portal/contract/dates';
import type { VoicingGroup, VoicingStatsPage } from '@portal/contract/voicing-stats';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { addDays, BarChart, type BarPoint, Card, QueryError, Skeleton } from '@portal/shared/ui';
import { useMemo } from 'react';
import { useVoicingStats } from '../../calls/use-voicing-stats.ts';

interface CallsChartProps {
  serviceId: string;
  period: Period;
}

/** Answered and unanswered calls over time, whatever the table is grouped by. */
export function CallsChart({ serviceId, period }: CallsChartProps) {
  const { t } = useTranslation('voicingStats');
  const format = useFormat();
  const step = stepOf(period);
  const { start_date, end_date } = period;
  const titles = useTitleFormat(step);
  const stats = useVoicingStats(serviceId, { start_date, end_date, filter: step, order: step, limit: 100 });
  const { data, isError, error, isFetching, refetch } = stats;
  return (
    <Card title={t(`chart.${step}`)}>
      {data ? (
        <BarChart
          label={t(`chart.${step}`)}
          series={[
            { id: 'answered', title: t('metric.answered'), tone: 'success' },
            { id: 'unanswered', title: t('metric.unanswered'), tone: 'neutral' },
          ]}
          points={pointsOf(data, step).map((point) => ({
            ...point,
            title: titles.format(momentOf(point.id)),
          }))}
          formatValue={(value) => format.number(value)}
        />
      ) : isError ? (
        <QueryError error={error} onRetry={refetch} isRetrying={isFetching} />
      ) : (
        <Skeleton shape="block" />
      )}
    </Card>
  );
}

/** Short names under the bars: the year and, within a day, the date stand above the chart already. */
function useTitleFormat(step: Step): Intl.DateTimeFormat {
  const { dateLocale, timeZone } = useFormat();
  return useMemo(() => {
    const hour = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
    const day = { day: '2-digit', month: '2-digit', timeZone: 'UTC' } as const;
    return new Intl.DateTimeFormat(dateLocale, step === 'hour' ? hour : day);
  }, [step, dateLocale, timeZone]);
}

/** The beginning of an hour, or the midnight in UTC that stands for a day. */
function momentOf(id: string): Date {
  const moment = new Date(id);
  return Number.isNaN(moment.getTime()) ? new Date(0) : moment;
}

type Step = Extract<VoicingGroup, 'hour' | 'day' | 'week'>;

/** As many bars as a page of the answer holds, and no more than can be told apart. */
function stepOf({ start_date, end_date }: Period): Step {
  const days = daysOf(start_date, end_date);
  if (days === 1) return 'hour';
  return days <= 92 ? 'day' : 'week';
}

function pointsOf({ items, period, group_by }: VoicingStatsPage, step: Step): Omit<BarPoint, 'title'>[] {
  // The figures of another period or step stay on the screen while the new ones load.
  const [shown = step] = group_by;
  const points = items.map((row) => ({
    id: row.key[shown] ?? '',
    values: { answered: row.calls_answered, unanswered: row.calls_total - row.calls_answered },
  }));
  if (shown !== 'day') return points;
  // A day without calls has no row, but its place on the time axis.
  const known = new Map(points.map((point) => [point.id, point]));
  const count = daysOf(period.start_date, period.end_date);
  return Array.from({ length: count }, (_, index) => {
    const id = addDays(period.start_date, index);
    return known.get(id) ?? { id, values: {} };
  });
}
