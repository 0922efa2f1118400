import type { MessagingReportRow } from '@portal/contract/messaging-report';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import classes from './top-errors.module.css';

interface TopErrorsProps {
  errors: MessagingReportRow['top_errors'];
}

/** The carriers' most frequent reasons for not delivering, in their own words. */
export function TopErrors({ errors }: TopErrorsProps) {
  const { t } = useTranslation('messagingReport');
  const format = useFormat();
  if (errors.length === 0) return '–';
  return (
    <ul className={classes['errors']}>
      {errors.map(({ code, name, count }) => (
        <li key={code} title={code}>
          {t('topError', { name: name ?? code, number: format.number(count) })}
        </li>
      ))}
    </ul>
  );
}
