import { createContext, type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/button.tsx';
import { CopyButton } from '../button/copy-button.tsx';
import { TextLink } from '../button/link.tsx';
import { Icon } from '../icon/icon.tsx';
import { useRegionFocus } from '../lost-focus.ts';
import { NotificationBox } from './notification-box.tsx';
import { QueryWait } from './query-wait.tsx';
import classes from './states.module.css';

interface ErrorPanelProps {
  title?: ReactNode;
  message?: ReactNode;
  /** The request id that the customer quotes to support. */
  reference?: string | undefined;
  /** URL of a page about the reference. */
  referenceHref?: string | undefined;
  onRetry?: (() => void) | undefined;
  isRetrying?: boolean;
  /** Buttons or links beside "Try again". */
  action?: ReactNode;
  /** Makes the title a heading, for a failure that fills a page. */
  headingLevel?: 1 | 2 | 3;
}

/** Shown instead of content that failed to load: what failed, why, the reference for support, and a retry button. */
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
          {onRetry && <RetryButton size="medium" loading={isRetrying} onClick={onRetry} />}
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

interface ErrorDescription {
  title?: string | undefined;
  message?: string | undefined;
  reference?: string | undefined;
  referenceHref?: string | undefined;
  /** Seconds until the request may be repeated, if the customer requested too much. */
  retryAfterSeconds?: number | undefined;
}

type DescribeError = (error: unknown) => ErrorDescription;

const DescribeErrorContext = createContext<DescribeError>(() => ({}));

interface ErrorDescriptionProviderProps {
  /** Title, message and reference of an error. */
  describe: DescribeError;
  children: ReactNode;
}

/** Provides the texts of errors to the design system, which knows neither the API nor its error codes. */
export function ErrorDescriptionProvider({ describe, children }: ErrorDescriptionProviderProps) {
  return <DescribeErrorContext value={describe}>{children}</DescribeErrorContext>;
}

interface QueryErrorProps {
  error: unknown;
  onRetry?: (() => unknown) | undefined;
  isRetrying?: boolean;
  /** A box above content that is still shown, instead of a panel that replaces it. */
  compact?: boolean;
}

/** A failed query in the words of the ErrorDescriptionProvider, with a retry button or the time of the next attempt. */
export function QueryError({ error, onRetry, isRetrying = false, compact = false }: QueryErrorProps) {
  const { t } = useTranslation('common');
  const { title, message, retryAfterSeconds, ...reference } = useContext(DescribeErrorContext)(error);
  if (retryAfterSeconds !== undefined && onRetry !== undefined)
    return <QueryWait error={error} seconds={retryAfterSeconds} onRetry={onRetry} compact={compact} />;
  const retry = onRetry && (() => void onRetry());
  if (!compact) {
    return (
      <ErrorPanel
        title={title}
        message={message ?? t('ui.errorText')}
        {...reference}
        onRetry={retry}
        isRetrying={isRetrying}
      />
    );
  }
  const retryButton = retry && <RetryButton size="small" loading={isRetrying} onClick={retry} />;
  return (
    <NotificationBox tone="warning" live actions={retryButton}>
      {message ?? t('ui.staleText')}
    </NotificationBox>
  );
}

interface RetryButtonProps {
  size: 'medium' | 'small';
  loading: boolean;
  onClick: () => void;
}

function RetryButton(props: RetryButtonProps) {
  const { t } = useTranslation('common');
  const ref = useRegionFocus();
  return (
    <Button ref={ref} theme="outline" icon="refresh" {...props}>
      {t('ui.retry')}
    </Button>
  );
}
