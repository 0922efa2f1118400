import { createContext, type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/button.tsx';
import { NotificationBox } from '../notification-box/notification-box.tsx';
import { ErrorPanel } from './error-panel.tsx';

export interface ErrorDescription {
  title?: string | undefined;
  message?: string | undefined;
  reference?: string | undefined;
  referenceHref?: string | undefined;
}

type DescribeError = (error: unknown) => ErrorDescription;

const DescribeErrorContext = createContext<DescribeError>(() => ({}));

/** Tells the design system how to put an error into words: it knows neither the API nor its codes. */
export function ErrorDescriptionProvider({
  describe,
  children,
}: {
  describe: DescribeError;
  children: ReactNode;
}) {
  return <DescribeErrorContext value={describe}>{children}</DescribeErrorContext>;
}

export interface QueryErrorProps {
  error: unknown;
  onRetry?: (() => unknown) | undefined;
  isRetrying?: boolean;
  /** A box above content that is still shown, instead of a panel in its place. */
  compact?: boolean;
}

/** A failed load in the words of the ErrorDescriptionProvider, with a way to try again. */
export function QueryError({ error, onRetry, isRetrying = false, compact = false }: QueryErrorProps) {
  const { t } = useTranslation('common');
  const { title, message, ...reference } = useContext(DescribeErrorContext)(error);
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
  const retryButton = retry && (
    <Button theme="outline" size="small" icon="refresh" loading={isRetrying} onClick={retry}>
      {t('ui.retry')}
    </Button>
  );
  return (
    <NotificationBox tone="warning" live actions={retryButton}>
      {message ?? t('ui.staleText')}
    </NotificationBox>
  );
}
