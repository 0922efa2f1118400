import { ApiError } from '@portal/shared/api';
import { referenceAddress } from '@portal/shared/area';
import { useErrorText, useTranslation } from '@portal/shared/i18n';
import { useRevalidator, useRouteError } from '@portal/shared/router';
import { ErrorPanel } from '@portal/shared/ui/core';
import { useEffect } from 'react';
import classes from './navigation-failure.module.css';

/** Shown when the session could not be verified because of a fault. The address stays, so that a retry continues there. */
export function NavigationFailure() {
  const { t } = useTranslation('common');
  const { errorText } = useErrorText();
  const { revalidate, state } = useRevalidator();
  const error = useRouteError();
  const isKnown = error instanceof ApiError;
  // The start script is outside of React.
  useEffect(() => {
    if (!isKnown) globalThis.portalStart?.failRender();
  }, [isKnown]);
  const reference = isKnown ? (error.requestId ?? undefined) : undefined;
  return (
    <main className={classes['page']}>
      <ErrorPanel
        headingLevel={1}
        title={t(isKnown ? 'failure.title' : 'failure.startTitle')}
        message={isKnown ? errorText(error) : t('failure.startText')}
        reference={reference}
        referenceHref={reference && referenceAddress(reference)}
        isRetrying={state === 'loading'}
        // Any other error comes from loading the frame's code, and a lazy component stores its failure permanently.
        onRetry={() => (isKnown ? void revalidate() : location.reload())}
      />
    </main>
  );
}

/**
 * Prerendered into the HTML, hidden, for a portal whose own code cannot be loaded. The start script shows the one of the two
 * messages that applies, and reloads the page when a button is pressed.
 */
export function StartFailure() {
  const { t } = useTranslation('common');
  return (
    <main className={classes['page']}>
      <div data-failure="unreachable">
        <ErrorPanel
          headingLevel={1}
          title={t('failure.title')}
          message={t('failure.text')}
          onRetry={reload}
        />
      </div>
      <div data-failure="incomplete">
        <ErrorPanel
          headingLevel={1}
          title={t('failure.startTitle')}
          message={t('failure.startText')}
          onRetry={reload}
        />
      </div>
    </main>
  );
}

function reload(): void {
  location.reload();
}
