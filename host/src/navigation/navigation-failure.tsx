import { ApiError } from '@portal/shared/api';
import { referenceAddress } from '@portal/shared/area';
import { useErrorText, useTranslation } from '@portal/shared/i18n';
import { useRevalidator, useRouteError } from '@portal/shared/router';
import { ErrorPanel } from '@portal/shared/ui/core';
import classes from './navigation-failure.module.css';

/** Shown when the session could not be verified for a reason that says nothing about it. The place is kept. */
export function NavigationFailure() {
  const { t } = useTranslation('common');
  const { errorText } = useErrorText();
  const { revalidate, state } = useRevalidator();
  const error = useRouteError();
  const isKnown = error instanceof ApiError;
  const reference = isKnown ? (error.requestId ?? undefined) : undefined;
  return (
    <main className={classes['page']}>
      <ErrorPanel
        headingLevel={1}
        title={t('failure.title')}
        message={isKnown ? errorText(error) : t('failure.text')}
        reference={reference}
        referenceHref={reference && referenceAddress(reference)}
        isRetrying={state === 'loading'}
        // What is no answer of the server is the frame's own code, and a lazy component keeps its failure for good.
        onRetry={() => (isKnown ? void revalidate() : location.reload())}
      />
    </main>
  );
}
