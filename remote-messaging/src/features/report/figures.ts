import type { MessagingMetrics } from '@portal/contract/messaging-report';
import { compareDecimals } from '@portal/contract/money';
import { useFormat } from '@portal/shared/i18n';

export const keyFigures = [
  'sent',
  'delivered',
  'rate',
  'notDelivered',
  'parts',
  'cost',
  'pricePerPart',
  'latency',
] as const;
export type KeyFigure = (typeof keyFigures)[number];

/** The direction in which a figure improves; the other figures are neither good nor bad. */
export const better: Partial<Record<KeyFigure, 'up' | 'down'>> = {
  rate: 'up',
  notDelivered: 'down',
  latency: 'down',
};

/** A figure other than money as a number; null when the period has no data for it. */
export function measureOf(figure: KeyFigure, metrics: MessagingMetrics): number | null {
  switch (figure) {
    case 'sent':
      return metrics.sent ?? metrics.messages;
    case 'delivered':
      return metrics.delivered;
    case 'rate':
      return metrics.delivery_rate_percent;
    case 'notDelivered':
      return notDelivered(metrics);
    case 'parts':
      return metrics.parts;
    case 'latency':
      return metrics.latency_ms_p50;
    case 'cost':
    case 'pricePerPart':
      return null;
  }
}

/** The change of a figure since the preceding period; 0 when one of the periods has no data for it. */
export function changeSince(figure: KeyFigure, now: MessagingMetrics, before: MessagingMetrics): number {
  if (figure === 'cost') return compareDecimals(now.cost, before.cost);
  if (figure === 'pricePerPart') {
    const [current, earlier] = [now.avg_price_per_part, before.avg_price_per_part];
    return current === null || earlier === null ? 0 : compareDecimals(current, earlier);
  }
  const [current, earlier] = [measureOf(figure, now), measureOf(figure, before)];
  if (current === null || earlier === null) return 0;
  // Rounded as shown: "2.8s, before 2.8s" is no improvement.
  const unit = figure === 'latency' ? 100 : figure === 'rate' ? 0.1 : 1;
  return Math.round(current / unit) - Math.round(earlier / unit);
}

/** Formats a figure in its unit. */
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

/** Messages with a final outcome other than delivery. */
export function notDelivered(metrics: MessagingMetrics): number {
  const { undelivered, expired, rejected, failed } = metrics;
  return (undelivered ?? 0) + (expired ?? 0) + (rejected ?? 0) + (failed ?? 0);
}
