import type { MessagingMetrics } from '@portal/contract/messaging-report';

/** The figures of the table that count messages, in its order; ids are the contract's order fields. */
const counts = [
  'messages',
  'delivered',
  'undelivered',
  'expired',
  'rejected',
  'failed',
  'pending',
  'received',
] as const;
export type CountFigure = (typeof counts)[number];

/** Always in the table; the others only where the period has such messages. */
const core: readonly CountFigure[] = ['messages', 'delivered', 'undelivered'];

export function shownCounts(totals: MessagingMetrics | undefined): CountFigure[] {
  return counts.filter((figure) => core.includes(figure) || (totals?.[figure] ?? 0) > 0);
}

/** Messages that ended without delivery. */
export function notDelivered(metrics: MessagingMetrics): number {
  const { undelivered, expired, rejected, failed } = metrics;
  return (undelivered ?? 0) + (expired ?? 0) + (rejected ?? 0) + (failed ?? 0);
}
