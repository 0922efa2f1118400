import type { MessagingMetrics } from '@portal/contract/messaging-report';
import { compareDecimals } from '@portal/contract/money';
import type { LinkedFigure } from './history-filters.ts';
import { notDelivered } from './report-figures.ts';

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

/** Which way a figure should go; the rest just is. */
export const better: Partial<Record<KeyFigure, 'up' | 'down'>> = {
  rate: 'up',
  notDelivered: 'down',
  latency: 'down',
};

/** The figures whose messages the history can show. */
export function linkedFigure(figure: KeyFigure): LinkedFigure | null {
  return figure === 'delivered' || figure === 'notDelivered' ? figure : null;
}

/** A figure other than money as a number; null where there is nothing to count. */
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

/** How a figure moved since the period before: above zero for more than then; zero too where one of the periods has nothing to measure. */
export function changeOf(figure: KeyFigure, now: MessagingMetrics, before: MessagingMetrics): number {
  if (figure === 'cost') return compareDecimals(now.cost, before.cost);
  if (figure === 'pricePerPart') {
    const [current, earlier] = [now.avg_price_per_part, before.avg_price_per_part];
    return current === null || earlier === null ? 0 : compareDecimals(current, earlier);
  }
  const [current, earlier] = [measureOf(figure, now), measureOf(figure, before)];
  if (current === null || earlier === null) return 0;
  // As exact as it is shown: "2.8s, before 2.8s" is no improvement.
  const unit = figure === 'latency' ? 100 : figure === 'rate' ? 0.1 : 1;
  return Math.round(current / unit) - Math.round(earlier / unit);
}
