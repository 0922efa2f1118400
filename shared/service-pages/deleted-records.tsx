import type { TrafficPeriod } from '@portal/contract/dates';
import { useFormat, useTranslation } from '@portal/shared/i18n';
import { NotificationBox } from '@portal/shared/ui';

/** Says that a period lacks records, above the figures that are smaller for it; nothing if it has all of them. */
export function DeletedRecords({ period }: { period: TrafficPeriod | undefined }) {
  const { t } = useTranslation('common');
  const { dateTime } = useFormat();
  const time = period?.deleted_before ?? null;
  if (time === null) return null;
  return (
    <NotificationBox tone="warning">{t('uiPeriod.deletedRecords', { time: dateTime(time) })}</NotificationBox>
  );
}
