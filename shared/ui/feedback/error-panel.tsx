import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/button.tsx';
import { CopyButton } from '../copy-button/copy-button.tsx';
import { Icon } from '../icon/icon.tsx';
import { TextLink } from '../link/link.tsx';
import classes from './states.module.css';

export interface ErrorPanelProps {
  title?: ReactNode;
  message?: ReactNode;
  /** The request id a customer gives to support. */
  reference?: string | undefined;
  /** Where more is said of it. */
  referenceHref?: string | undefined;
  onRetry?: (() => void) | undefined;
  isRetrying?: boolean;
  /** Further ways out beside "Try again". */
  action?: ReactNode;
  /** Makes the title a heading, for a failure that fills a page. */
  headingLevel?: 1 | 2 | 3;
}

/** What failed, why, the reference code for support, and a way to try again. */
export function ErrorPanel({
  title,
  message,
  reference,
  referenceHref,
  onRetry,
  isRetrying = false,
  action,
  headingLevel,
}: ErrorPanelProps) {
  const Title = headingLevel ? (`h${headingLevel}` as const) : 'p';
  const { t } = useTranslation('common');
  return (
    <div className={classes.state} role="alert">
      <span className={classes.medallion} data-tone="error">
        <Icon name="warning" size="xl" />
      </span>
      <Title className={classes.title}>{title ?? t('ui.errorTitle')}</Title>
      {message && <div className={classes.text}>{message}</div>}
      {(onRetry || action) && (
        <div className={classes.action}>
          {onRetry && (
            <Button theme="outline" size="medium" icon="refresh" loading={isRetrying} onClick={onRetry}>
              {t('ui.retry')}
            </Button>
          )}
          {action}
        </div>
      )}
      {reference && (
        <p className={classes.reference}>
          {t('ui.reference')}{' '}
          <code>{referenceHref ? <TextLink href={referenceHref}>{reference}</TextLink> : reference}</code>
          <CopyButton text={reference} label={t('ui.copyReference')} />
        </p>
      )}
    </div>
  );
}
