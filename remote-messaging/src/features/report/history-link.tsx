import type { Period } from '@portal/contract/dates';
import type { MessagesQueryInput } from '@portal/contract/messages';
import type { MessagingMetrics } from '@portal/contract/messaging-report';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { historyFiltersOf, type RowKey } from '@portal/shared/service-pages';
import { TextLink } from '@portal/shared/ui';
import { paths } from '../../paths.ts';

interface HistoryLinkProps {
  figure: LinkedFigure;
  count: number | null;
  /** The row's groups; without them, the figure covers the whole period. */
  rowKey?: RowKey | undefined;
  period: Period | undefined;
}

const noGroups = {};

/** A number of messages; a link to them when the history has filters that select exactly these messages. */
export function HistoryLink({ figure, count, rowKey = noGroups, period }: HistoryLinkProps) {
  const { t } = useTranslation('messagingReport');
  const number = useFormat().number(count);
  const filters = period && count ? historyFilters(rowKey, period, figure) : null;
  if (!filters) return number;
  return (
    <TextLink href={paths.history(filters)} aria-label={t(`link.${figure}`, { number })}>
      {number}
    </TextLink>
  );
}

/** The status filter of the history for each figure; undefined for all messages. */
const statusesOfFigure = {
  messages: undefined,
  delivered: 'delivered',
  undelivered: 'undelivered',
  expired: 'expired',
  rejected: 'rejected',
  failed: 'failed',
  pending: 'pending',
  received: 'received',
  notDelivered: 'undelivered,expired,rejected,failed',
} as const satisfies Record<string, string | undefined>;
export type LinkedFigure = keyof typeof statusesOfFigure;

/**
 * The filters with which the history shows exactly the messages of a figure. Null when it cannot: it has no filter for
 * a country, a network or a campaign.
 */
export function historyFilters(key: RowKey, period: Period, figure: LinkedFigure) {
  const status = { status: statusesOfFigure[figure] };
  return historyFiltersOf<MessagesQueryInput>(key, period, status, (group, value, filters) => {
    if (group === 'day') return { ...filters, start_date: value, end_date: value };
    // The search also matches a longer sender that contains this one. In practice there is none.
    return group === 'sender' ? { ...filters, filter: value } : null;
  });
}

/** Messages with a final outcome other than delivery. */
export function notDelivered(metrics: MessagingMetrics): number {
  const { undelivered, expired, rejected, failed } = metrics;
  return (undelivered ?? 0) + (expired ?? 0) + (rejected ?? 0) + (failed ?? 0);
}
