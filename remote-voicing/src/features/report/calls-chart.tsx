import { daysOf, type Period } from '@portal/contract/dates';
import type { VoicingGroup, VoicingStatsPage } from '@portal/contract/voicing-stats';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { addDays, BarChart, type BarPoint, Card, QueryFallback, Reserved } from '@portal/shared/ui';
import { useMemo } from 'react';
import { useVoicingStats } from '../../voicing-service.ts';

interface CallsChartProps {
  serviceId: string;
  period: Period;
}

/** Answered and unanswered calls over time. It does not depend on the group of the table. */
export function CallsChart({ serviceId, period }: CallsChartProps) {
  const { t } = useTranslation('voicingStats');
  const step = stepOf(period);
  const { start_date, end_date } = period;
  const titlesOf = useTitles(step);
  const stats = useVoicingStats(serviceId, { start_date, end_date, filter: step, order: step, limit: 100 });
  const { data } = stats;
  if (stats.isPending) return <LoadingChart />;
  if (data === undefined)
    return (
      <Card title={t(`chart.${step}`)}>
        <QueryFallback query={stats} />
      </Card>
    );
  const points = pointsOf(data, step).map((point) => ({ ...point, ...titlesOf(point.id) }));
  return <ChartCard step={step} points={points} />;
}

/** Keeps the place of the chart. */
export function LoadingChart() {
  return (
    <Reserved isLoading>
      <ChartCard step="day" points={[]} />
    </Reserved>
  );
}

function ChartCard({ step, points }: { step: Step; points: readonly BarPoint[] }) {
  const { t } = useTranslation('voicingStats');
  const format = useFormat();
  const title = t(`chart.${step}`);
  return (
    <Card title={title}>
      <BarChart
        label={title}
        series={[
          { id: 'answered', title: t('metric.answered'), tone: 'success' },
          { id: 'unanswered', title: t('metric.unanswered'), tone: 'neutral' },
        ]}
        points={points}
        step={step}
        formatValue={(value) => format.number(value)}
      />
    </Card>
  );
}

/** The full name of a bar, and a short one for the axis, without the year or the date, which the page shows above. */
function useTitles(step: Step): (id: string) => Pick<BarPoint, 'title' | 'axisTitle'> {
  const { t } = useTranslation('voicingStats');
  const format = useFormat();
  const { dateLocale, timeZone } = format;
  const hours = useMemo(() => {
    const hour = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
    return new Intl.DateTimeFormat(dateLocale, hour);
  }, [dateLocale, timeZone]);
  return (id) => {
    if (step === 'hour') return { title: format.dateTime(id), axisTitle: hours.format(momentOf(id)) };
    const date = format.date(id);
    return {
      title: step === 'week' ? t('value.weekOf', { date }) : date,
      axisTitle: format.shortDate(id),
    };
  };
}

/** The start of an hour or a day; an id of another step, shown while new figures load, has none. */
function momentOf(id: string): Date {
  const moment = new Date(id);
  return Number.isNaN(moment.getTime()) ? new Date(0) : moment;
}

type Step = Extract<VoicingGroup, 'hour' | 'day' | 'week'>;

/** The length of a bar: at most 100 bars fit on a page of the response, and more are too narrow to distinguish. */
function stepOf({ start_date, end_date }: Period): Step {
  const days = daysOf(start_date, end_date);
  if (days === 1) return 'hour';
  return days <= 92 ? 'day' : 'week';
}

function pointsOf({ items, period, group_by }: VoicingStatsPage, step: Step): Omit<BarPoint, 'title'>[] {
  // While new figures load, `items` are those of the previous period or step.
  const [shown = step] = group_by;
  const points = items.map((row) => ({
    id: row.key[shown] ?? '',
    values: { answered: row.calls_answered, unanswered: row.calls_total - row.calls_answered },
  }));
  if (shown !== 'day' && shown !== 'hour') return points;
  // An hour or a day without calls has no row, but an empty bar.
  const known = new Map(points.map((point) => [momentOf(point.id).getTime(), point]));
  const ids = shown === 'day' ? daysIn(period) : hoursIn(period);
  return ids.map((id) => known.get(momentOf(id).getTime()) ?? { id, values: {} });
}

function daysIn({ start_date, end_date }: Period): string[] {
  return Array.from({ length: daysOf(start_date, end_date) }, (_, index) => addDays(start_date, index));
}

const hourMs = 3_600_000;

/** The start of each hour; a day on which the clocks change has 23 or 25 hours. */
function hoursIn({ start_utc, end_utc }: Period): string[] {
  const start = Date.parse(start_utc);
  const count = Math.ceil((Date.parse(end_utc) - start) / hourMs);
  return Array.from({ length: count }, (_, index) => new Date(start + index * hourMs).toISOString());
}
