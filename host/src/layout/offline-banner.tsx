import { useTranslation } from '@portal/shared/i18n';
import { NotificationBox } from '@portal/shared/ui/core';
import { useSyncExternalStore } from 'react';

/** Says that the device is offline, for as long as it is. */
export function OfflineBanner() {
  const { t } = useTranslation('common');
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return isOnline ? null : <NotificationBox tone="warning">{t('shell.offline')}</NotificationBox>;
}

function subscribe(onChange: () => void): () => void {
  const events = ['online', 'offline'];
  for (const event of events) window.addEventListener(event, onChange);
  return () => {
    for (const event of events) window.removeEventListener(event, onChange);
  };
}
