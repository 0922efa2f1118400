import type { Period } from '@portal/contract/dates';
import type { MessagingMetrics } from '@portal/contract/messaging-report';
import { type MessageFigure, messagesOfCell, type RowKey } from '@portal/contract/report-cells';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { TextLink } from '@portal/shared/ui';
import { paths } from '../../paths.ts';

/** The figures of the report that have messages of their own. */
export type LinkedFigure = Exclude<MessageFigure, 'all'>;

type MessagesLinkProps = (
  | { figure: LinkedFigure; errorCode?: never }
  | {
      figure: 'all';
      /** Only the messages with this error. */
      errorCode: string;
    }
) & {
  count: number | null;
  /** The row's groups; without them, the figure covers the whole period. */
  rowKey?: RowKey | undefined;
  period: Period | undefined;
};

const noGroups = {};

/** A number of messages, with a link to exactly these messages in the history. */
export function MessagesLink(props: MessagesLinkProps) {
  const { figure, errorCode, count, rowKey = noGroups, period } = props;
  const { t } = useTranslation('messagingReport');
  const number = useFormat().number(count);
  const filters = period && count ? messagesOfCell(rowKey, period, figure) : null;
  if (!filters) return number;
  return (
    <TextLink
      href={paths.history({ ...filters, error_code: errorCode })}
      aria-label={t(figure === 'all' ? 'link.error' : `link.${figure}`, { number })}
    >
      {number}
    </TextLink>
  );
}

/** Messages with a final outcome other than delivery. */
export function notDelivered(
  metrics: Pick<MessagingMetrics, 'undelivered' | 'expired' | 'rejected' | 'failed'>,
): number {
  const { undelivered, expired, rejected, failed } = metrics;
  return (undelivered ?? 0) + (expired ?? 0) + (rejected ?? 0) + (failed ?? 0);
}
