import type { Period } from '@portal/contract/dates';
import type { MessagingReportRow } from '@portal/contract/messaging-report';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { useCarrierError } from '../../messages/use-carrier-error.ts';
import { HistoryLink } from './history-link.tsx';
import classes from './not-delivered.module.css';
import { notDelivered } from './report-figures.ts';

interface NotDeliveredProps {
  row: MessagingReportRow;
  period: Period | undefined;
}

/** How many messages of a row did not arrive, with the most frequent reason. */
export function NotDelivered({ row, period }: NotDeliveredProps) {
  const { t } = useTranslation('messagingReport');
  const format = useFormat();
  const reasonOf = useCarrierError();
  const [error] = row.top_errors;
  return (
    <span className={classes['figure']}>
      <HistoryLink figure="notDelivered" count={notDelivered(row)} rowKey={row.key} period={period} />
      {error && (
        <span className={classes['reason']}>
          {t('topError', { name: reasonOf(error.name, error.code), number: format.number(error.count) })}
        </span>
      )}
    </span>
  );
}
