import type { MessagingMetrics } from '@portal/contract/messaging-report';
import { useFormat } from '@portal/shared/i18n';
import { type KeyFigure, measureOf } from './key-figure.ts';

/** Writes a figure in its unit. */
export function useFigureText(): (figure: KeyFigure, metrics: MessagingMetrics) => string {
  const format = useFormat();
  return (figure, metrics) => {
    const value = measureOf(figure, metrics);
    if (figure === 'cost') return format.money(metrics.cost, metrics.currency);
    if (figure === 'pricePerPart') {
      return format.money(metrics.avg_price_per_part, metrics.currency, { scale: 4 });
    }
    if (figure === 'rate') return format.percent(value);
    if (figure !== 'latency' || value === null) return format.number(value);
    return format.number(value / 1000, {
      style: 'unit',
      unit: 'second',
      unitDisplay: 'narrow',
      maximumFractionDigits: 1,
    });
  };
}
