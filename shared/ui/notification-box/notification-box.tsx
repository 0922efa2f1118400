import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button/button.tsx';
import { Icon } from '../icon/icon.tsx';
import classes from './notification-box.module.css';

export type NotificationTone = 'error' | 'warning' | 'info' | 'success';

export interface NotificationBoxProps {
  tone?: NotificationTone;
  title?: ReactNode;
  children?: ReactNode;
  /** Links or small buttons: after the text where it leaves room, else below it. */
  actions?: ReactNode;
  onDismiss?: () => void;
  /** Announced when it appears (an error at once); off for boxes that are there from the start. */
  live?: boolean;
}

/** A message in the page: error, warning, info or success, told by icon, colour and word. */
export function NotificationBox({
  tone = 'info',
  title,
  children,
  actions,
  onDismiss,
  live = false,
}: NotificationBoxProps) {
  const { t } = useTranslation('common');
  return (
    <div
      className={classes.box}
      data-tone={tone}
      role={live ? (tone === 'error' ? 'alert' : 'status') : undefined}
      // A form moves the focus to its banner.
      tabIndex={live ? -1 : undefined}
    >
      <Icon name={tone} size="l" label={t(`uiTone.${tone}`)} className={classes.icon} />
      <div className={classes.content}>
        <div className={classes.words}>
          {title && <p className={classes.title}>{title}</p>}
          {children && <div>{children}</div>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {onDismiss && (
        <IconButton
          className={classes.dismiss}
          icon="close"
          size="small"
          label={t('ui.dismiss')}
          onClick={onDismiss}
        />
      )}
    </div>
  );
}
