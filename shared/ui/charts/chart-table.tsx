import { useTranslation } from 'react-i18next';
import { DataTable } from '../table/data-table.tsx';
import type { BarChartProps, BarPoint } from './bar-chart.tsx';

/** The figures of a BarChart as a table. */
export function ChartTable({ label, series, points, formatValue, step = 'day' }: BarChartProps) {
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
