import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SegmentedControl } from '../choice/radio-group.tsx';
import { innerWidthOf, useMeasured } from '../element-size.ts';
import { DataTable } from '../table/data-table.tsx';
import { barLayout, type Point } from './bar-layout.ts';
import classes from './charts.module.css';

type SeriesTone = 'accent' | 'success' | 'warning' | 'error' | 'info' | 'neutral';

interface BarSeries {
  id: string;
  title: string;
  tone: SeriesTone;
}

export interface BarPoint extends Point {
  /** Short name below the bar; `title` by default. */
  axisTitle?: string;
}

interface BarChartProps {
  /** Accessible name of the chart: "Calls by day". */
  label: string;
  series: readonly BarSeries[];
  points: readonly BarPoint[];
  formatValue: (value: number) => string;
  /** The period that one bar covers; a day by default. */
  step?: 'hour' | 'day' | 'week';
}

/** A chart of stacked bars; a switch shows the same figures as a table. */
export function BarChart(props: BarChartProps) {
  const { label, series, points, formatValue } = props;
  const { t } = useTranslation('common');
  const [view, setView] = useState<'chart' | 'table'>('chart');
  return (
    <figure className={classes.figure} aria-label={label}>
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
      {view === 'table' ? <BarTable {...props} /> : <Bars {...{ label, series, points, formatValue }} />}
    </figure>
  );
}

/** CSS pixels, like all sizes here. */
const unmeasuredWidth = 720;
const leastWidth = 200;
const height = 240;
const axisWidth = 56;
const axisHeight = 24;
/** Width of an axis digit. */
const letterWidth = 6.5;
/** Space between two titles of the axis. */
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
            {bar.segments.map((segment) => (
              <rect
                key={segment.series}
                x={bar.x + (bar.slot - bar.width) / 2}
                y={segment.y}
                width={bar.width}
                height={segment.height}
                rx={Math.min(2, segment.height / 2)}
                className={classes.segment}
                data-tone={tones.get(segment.series)}
              />
            ))}
            {index % every === 0 && (
              // Moves the last title to the left, so that the edge does not cut it off.
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

function BarTable({ label, series, points, formatValue, step = 'day' }: BarChartProps) {
  const { t } = useTranslation('common');
  const columns = [
    { id: '#', header: t(`uiChart.${step}`), primary: true, cell: (point: BarPoint) => point.title },
    ...series.map((one) => ({
      id: one.id,
      header: one.title,
      align: 'end' as const,
      cell: (point: BarPoint) => formatValue(point.values[one.id] ?? 0),
    })),
  ];
  return <DataTable caption={label} columns={columns} rows={points} rowKey={(point) => point.id} />;
}

function barText(
  title: string,
  series: readonly BarSeries[],
  point: BarPoint | undefined,
  format: (value: number) => string,
) {
  return [title, ...series.map((one) => `${one.title}: ${format(point?.values[one.id] ?? 0)}`)].join('\n');
}
