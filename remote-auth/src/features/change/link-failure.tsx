import { ApiError } from '@portal/shared/api';
import { useErrorText, useTranslation } from '@portal/shared/i18n';
import { LinkButton, TextLink } from '@portal/shared/ui/core';
import { Outcome } from '../../outcome.tsx';
import { paths } from '../../paths.ts';
import { SubmitButton } from '../../submit-button.tsx';
import { useScreenHref } from '../../use-screen-href.ts';

interface LinkFailureProps {
  /** Null when the page was opened without a link. */
  error: unknown;
  /** For failures that say nothing about the link. */
  onRetry?: () => void;
}

/** Why there is no link to choose a password by, and what to do about it. */
export function LinkFailure({ error, onRetry }: LinkFailureProps) {
  const { t } = useTranslation(['authorizationChangePassword', 'common']);
  const { errorText } = useErrorText();
  const hrefOf = useScreenHref();
  const { status, code } = error instanceof ApiError ? error : { status: 0, code: '' };
  const askAgain = <LinkButton href={hrefOf(paths.restore)}>{t('restore')}</LinkButton>;
  // None, or one that a mail program has cut off.
  if (error === null || status === 422) {
    return (
      <Outcome tone="warning" actions={askAgain}>
        {t('noToken')}
      </Outcome>
    );
  }
  if (status === 410) {
    return (
      <Outcome tone="error" actions={askAgain}>
        {errorText(error)}{' '}
        {code === 'token_used' && (
          <>
            {t('usedHint')} <TextLink href={hrefOf(paths.login)}>{t('login')}</TextLink>
          </>
        )}
      </Outcome>
    );
  }
  const retry = (
    <SubmitButton type="button" failure={error} onClick={onRetry}>
      {t('common:ui.retry')}
    </SubmitButton>
  );
  return (
    <Outcome tone="error" actions={code === 'account_suspended' ? undefined : retry}>
      {errorText(error)}
    </Outcome>
  );
}
