import { compareDecimals, type DecimalString } from '@portal/contract/money';
import { useFormat } from '@portal/shared/i18n';
import {
  addDays,
  Grid,
  QueryFallback,
  type QueryState,
  Reserved,
  Stat,
  type StatProps,
  type Trend,
  todayIn,
} from '@portal/shared/ui';
import type { ReactNode } from 'react';

interface FigureWords extends Pick<StatProps, 'help'> {
  label: string;
  /** Shown instead of the formatted figure, such as a link. */
  value?: ReactNode;
  /** The better direction; without it a change is neither good nor bad. */
  better?: 'up' | 'down';
}

/** One figure of a period: a number, or money in the currency of the metrics. Null means that there is no data. */
export type ComparedFigure<Metrics> = FigureWords &
  (
    | {
        number: (metrics: Metrics) => number | null;
        /** As a plain number by default. */
        show?: (value: number | null) => string;
        /** The unit in which two periods are compared. */
        unit?: number;
      }
    | { money: (metrics: Metrics) => DecimalString | null; scale?: number }
  );

interface ComparedStatsProps<Metrics> {
  figures: readonly ComparedFigure<Metrics>[];
  now: Metrics;
  /** The figures of the earlier period; null when there is none. */
  before: Metrics | null;
  /** Adds words to the earlier value: "Yesterday: 20". */
  beforeText: (value: string) => string;
  size?: StatProps['size'];
}

/** Stats of a period, each with its trend since an earlier period. */
export function ComparedStats<Metrics extends { currency: string }>(props: ComparedStatsProps<Metrics>) {
  const { figures, now, before, beforeText, size = 'big' } = props;
  const format = useFormat();
  const textOf = (figure: ComparedFigure<Metrics>, metrics: Metrics) =>
    'money' in figure
      ? format.money(figure.money(metrics), metrics.currency, { scale: figure.scale, rounding: 'halfExpand' })
      : (figure.show ?? format.number)(figure.number(metrics));
  return figures.map((figure) => (
    <Stat
      key={figure.label}
      size={size}
      label={figure.label}
      help={figure.help}
      value={figure.value ?? textOf(figure, now)}
      trend={
        before === null
          ? undefined
          : trendOf(changeOf(figure, now, before), beforeText(textOf(figure, before)), figure.better)
      }
    />
  ));
}

/** Positive when the figure grew; 0 when a period has no data for it. */
export function changeOf<Metrics>(figure: ComparedFigure<Metrics>, now: Metrics, before: Metrics): number {
  if ('money' in figure) {
    const [current, earlier] = [figure.money(now), figure.money(before)];
    return current === null || earlier === null ? 0 : compareDecimals(current, earlier);
  }
  const { number, unit } = figure;
  const [current, earlier] = [number(now), number(before)];
  if (current === null || earlier === null) return 0;
  return unit === undefined ? current - earlier : Math.round(current / unit) - Math.round(earlier / unit);
}

/** The trend of a change: positive is up. It is good or bad only when `better` names the better direction. */
export function trendOf(change: number, text: ReactNode, better?: 'up' | 'down'): Trend {
  const direction = change > 0 ? 'up' : change < 0 ? 'down' : 'flat';
  if (direction === 'flat' || better === undefined) return { direction, text };
  return { direction, text, tone: direction === better ? 'good' : 'bad' };
}

/** The period of TodayStats in a report's query: yesterday and today, in the account's time zone. */
export function useTodayAndYesterday(): { start_date: string; end_date: string } {
  const today = todayIn(useFormat().timeZone);
  return { start_date: addDays(today, -1), end_date: today };
}

interface Day {
  key: Readonly<Record<string, string | null>>;
  currency: string;
}

type Metrics<Row, Figure extends keyof Row> = Pick<Row, Figure> & { currency: string };

interface TodayStatsProps<Row extends Day, Figure extends keyof Row>
  extends Pick<ComparedStatsProps<Metrics<Row, Figure>>, 'figures' | 'beforeText'> {
  /** A report of `useTodayAndYesterday`, by day. */
  query: QueryState<{ items: readonly Row[]; summary: { currency: string } }>;
  /** The figures of a day without a row. */
  none: Pick<Row, Figure>;
}

/** Figures of today beside those of yesterday. */
export function TodayStats<Row extends Day, Figure extends keyof Row>(props: TodayStatsProps<Row, Figure>) {
  const { query, none, ...stats } = props;
  const days = useTodayAndYesterday();
  if (query.data === undefined) {
    const sample = { ...none, currency: 'eur' };
    const loading = (
      <Reserved isLoading>
        <Grid columns="s">
          <ComparedStats {...stats} now={sample} before={sample} />
        </Grid>
      </Reserved>
    );
    return <QueryFallback query={query} loading={loading} />;
  }
  const { items, summary } = query.data;
  const dayOf = (day: string): Metrics<Row, Figure> =>
    items.find(({ key }) => key['day'] === day) ?? { ...none, currency: summary.currency };
  return (
    <Grid columns="s">
      <ComparedStats {...stats} now={dayOf(days.end_date)} before={dayOf(days.start_date)} />
    </Grid>
  );
}
