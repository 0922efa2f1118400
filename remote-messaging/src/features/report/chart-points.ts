import type { MessagingSeriesPoint } from '@portal/contract/messaging-report';

/** One bar: the messages from `date` on, over a day or a week. */
export interface ChartPoint {
  date: string;
  delivered: number;
  failed: number;
  pending: number;
}

export type ChartStep = 'day' | 'week';

/** More bars than this cannot be told apart. */
const mostDays = 92;

export function stepOf(series: readonly MessagingSeriesPoint[]): ChartStep {
  return series.length > mostDays ? 'week' : 'day';
}

/** The days as they are, or summed up by seven from the first one on. */
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
