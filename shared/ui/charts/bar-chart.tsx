import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { innerWidthOf, useMeasured } from '../element-size.ts';
import { SegmentedControl } from '../segmented-control/segmented-control.tsx';
import { barLayout } from './bar-layout.ts';
import { ChartTable } from './chart-table.tsx';
import classes from './charts.module.css';

export type SeriesTone = 'accent' | 'success' | 'warning' | 'error' | 'info' | 'neutral';

export interface BarSeries {
  id: string;
  title: string;
  tone: SeriesTone;
}

export interface BarPoint {
  id: string;
  /** What the bar stands for: a day, already formatted. */
  title: string;
  /** The same in short, under the bar. */
  axisTitle?: string;
  /** By series id; not negative. */
  values: Readonly<Record<string, number>>;
}

export interface BarChartProps {
  /** Says what is drawn: "Calls by day". */
  label: string;
  series: readonly BarSeries[];
  points: readonly BarPoint[];
  formatValue: (value: number) => string;
  /** What one bar spans. */
  step?: 'hour' | 'day' | 'week';
}

/** Stacked bars, with the same figures as a table one press away. */
export function BarChart(props: BarChartProps) {
  const { label, series, points, formatValue } = props;
  const { t } = useTranslation('common');
  const [view, setView] = useState<'chart' | 'table'>('chart');
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>
        <ul className={classes.legend}>
          {series.map((one) => (
            <li key={one.id} className={classes.key}>
              <span className={classes.swatch} data-tone={one.tone} aria-hidden="true" />
              {one.title}
            </li>
          ))}
        </ul>
        <div className={classes.views}>
          <SegmentedControl
            label={t('uiChart.view')}
            iconsOnly
            options={[
              { value: 'chart', title: t('uiChart.chart'), icon: 'chart' },
              { value: 'table', title: t('uiChart.table'), icon: 'list' },
            ]}
            value={view}
            onChange={setView}
          />
        </div>
      </figcaption>
      {view === 'table' ? <ChartTable {...props} /> : <Bars {...{ label, series, points, formatValue }} />}
    </figure>
  );
}

const unmeasuredWidth = 720;
const leastWidth = 200;
const height = 240;
const axisWidth = 56;
const axisHeight = 24;
/** A digit of the axis, and the room between two titles. */
const letterWidth = 6.5;
const titleGap = 24;

function Bars({ label, series, points, formatValue }: BarChartProps) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const width = Math.max(leastWidth, useMeasured(frame, innerWidthOf, unmeasuredWidth));
  const area = { left: axisWidth, top: 8, width: width - axisWidth, height: height - axisHeight - 8 };
  const { bars, ticks } = barLayout(
    points,
    series.map((one) => one.id),
    area,
  );
  const tones = new Map(series.map((one) => [one.id, one.tone]));
  const titles = points.map((point) => point.axisTitle ?? point.title);
  const titleWidth = Math.max(0, ...titles.map((title) => title.length)) * letterWidth;
  const every = Math.max(1, Math.ceil((points.length * (titleWidth + titleGap)) / area.width));
  return (
    <div ref={frame} className={classes.scroller}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="img"
        aria-labelledby={id}
        className={classes.chart}
      >
        <title id={id}>{label}</title>
        {ticks.map((tick) => (
          <g key={tick.value}>
            <line x1={area.left} x2={width} y1={tick.y} y2={tick.y} className={classes.rule} />
            <text x={area.left - 8} y={tick.y + 4} className={classes.valueAxis}>
              {formatValue(tick.value)}
            </text>
          </g>
        ))}
        {bars.map((bar, index) => (
          <g key={bar.id} className={classes.bar}>
            <title>{barText(bar.title, series, points[index], formatValue)}</title>
            <rect x={bar.x} y={area.top} width={bar.slot} height={area.height} className={classes.slot} />
            {bar.parts.map((part) => (
              <rect
                key={part.series}
                x={bar.x + (bar.slot - bar.width) / 2}
                y={part.y}
                width={bar.width}
                height={part.height}
                rx={Math.min(2, part.height / 2)}
                className={classes.part}
                data-tone={tones.get(part.series)}
              />
            ))}
            {index % every === 0 && (
              // The last title moves in rather than being cut off at the edge.
              <text
                x={Math.min(bar.x + bar.slot / 2, width - titleWidth / 2)}
                y={height - 6}
                className={classes.axis}
              >
                {titles[index]}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  );
}

function barText(
  title: string,
  series: readonly BarSeries[],
  point: BarPoint | undefined,
  format: (value: number) => string,
) {
  return [title, ...series.map((one) => `${one.title}: ${format(point?.values[one.id] ?? 0)}`)].join('\n');
}
