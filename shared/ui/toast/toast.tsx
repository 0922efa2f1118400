import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button/button.tsx';
import { Icon } from '../icon/icon.tsx';
import type { NotificationTone } from '../notification-box/notification-box.tsx';
import classes from './toast.module.css';
import { dismissToast, holdToasts, resumeToasts, subscribeToToasts, toastsNow } from './toast-queue.ts';

const noToasts: ReturnType<typeof toastsNow> = [];

/** Where toasts appear; once, in the layout. Politely announced; they wait while pointed at or focused. */
export function ToastRegion() {
  const { t } = useTranslation('common');
  const toasts = useSyncExternalStore(subscribeToToasts, toastsNow, () => noToasts);
  return (
    <div
      role="status"
      aria-label={t('ui.notifications')}
      // React Aria then leaves toasts reachable while a sidebar or dialog is open.
      data-react-aria-top-layer
      className={classes.region}
      onPointerEnter={holdToasts}
      onPointerLeave={resumeToasts}
      onFocus={holdToasts}
      onBlur={resumeToasts}
    >
      {toasts.map((item) => (
        <div key={item.id} className={classes.toast} data-tone={item.tone}>
          <Icon name={item.tone} size="l" label={t(toneKeys[item.tone])} className={classes.icon} />
          <div className={classes.text}>{item.text}</div>
          <IconButton
            icon="close"
            size="small"
            label={t('ui.dismiss')}
            onClick={() => dismissToast(item.id)}
          />
        </div>
      ))}
    </div>
  );
}

const toneKeys = {
  error: 'uiTone.error',
  warning: 'uiTone.warning',
  info: 'uiTone.info',
  success: 'uiTone.success',
} as const satisfies Record<NotificationTone, string>;
