import type { MessagingMetrics, MessagingReportRow } from '@portal/contract/messaging-report';

/** Messages that ended without delivery. */
export function notDelivered(metrics: MessagingMetrics): number {
  const { undelivered, expired, rejected, failed } = metrics;
  return (undelivered ?? 0) + (expired ?? 0) + (rejected ?? 0) + (failed ?? 0);
}

/** Names a row in the address. */
export function rowIdOf({ key }: MessagingReportRow, groups: readonly string[]): string {
  return groups.map((group) => key[group] ?? '').join('~');
}
