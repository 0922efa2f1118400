import { useTranslation } from '@portal/shared/i18n';
import { NotificationBox } from '@portal/shared/ui/core';
import { useSyncExternalStore } from 'react';
import classes from './offline-banner.module.css';

/** Says that the device is offline, for as long as it is. */
export function OfflineBanner() {
  const { t } = useTranslation('common');
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return isOnline ? null : (
    <div className={classes['banner']}>
      <NotificationBox tone="warning">{t('shell.offline')}</NotificationBox>
    </div>
  );
}

function subscribe(onChange: () => void): () => void {
  const events = ['online', 'offline'];
  for (const event of events) window.addEventListener(event, onChange);
  return () => {
    for (const event of events) window.removeEventListener(event, onChange);
  };
}
