import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../i18n/index.ts';
import { IconButton } from '../button/button.tsx';
import { Icon } from '../icon/icon.tsx';
import classes from './notification-box.module.css';

export type NotificationTone = 'error' | 'warning' | 'info' | 'success';

interface NotificationBoxProps {
  tone?: NotificationTone;
  title?: ReactNode;
  children?: ReactNode;
  /** Links or small buttons: beside the text when they fit, otherwise below it. */
  actions?: ReactNode;
  onDismiss?: () => void;
  /** Announces the box when it appears, an error assertively; leave it off for a box that the page starts with. */
  live?: boolean;
}

/** A message in the page; icon, colour and a spoken word show whether it is an error, a warning, information or a success. */
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
      // A form moves the focus to its error box.
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

interface FailureNoticeProps {
  /** The thrown value of a failed form or action; null shows nothing. */
  failure: unknown;
  /** Links or small buttons for the next step. */
  actions?: ReactNode;
}

/** An error box with the reason why a whole form or an action failed, in the language on the screen. */
export function FailureNotice({ failure, actions }: FailureNoticeProps) {
  const { errorText } = useErrorText();
  if (failure === null) return null;
  return (
    <NotificationBox tone="error" live actions={actions}>
      {errorText(failure)}
    </NotificationBox>
  );
}
