import { daysOf, type Period } from '@portal/contract/dates';
import type { MessagingMetrics } from '@portal/contract/messaging-report';
import { addDays } from '@portal/shared/ui';
import { useMessagingReport } from '../../messages/use-messaging-report.ts';

/** Totals of the period of equal length before; null until they are there, or where there were no messages. */
export function useReportBefore(serviceId: string, period: Period): MessagingMetrics | null {
  const { start_date, end_date } = periodBefore(period);
  const { data } = useMessagingReport(serviceId, { start_date, end_date, group_by: 'country', limit: 10 });
  // While another period loads, the figures of the one before it are still there.
  const isThatPeriod = data?.period.start_date === start_date && data.period.end_date === end_date;
  return isThatPeriod && data.summary.messages > 0 ? data.summary : null;
}

function periodBefore({ start_date, end_date }: Period) {
  const days = daysOf(start_date, end_date);
  return { start_date: addDays(start_date, -days), end_date: addDays(start_date, -1) };
}
