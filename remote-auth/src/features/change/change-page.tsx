import { ApiError } from '@portal/shared/api';
import { actionPath } from '@portal/shared/area';
import { useErrorText, useFormat, useTranslation } from '@portal/shared/i18n';
import { Button, LinkButton, Loader, Stack, TextLink } from '@portal/shared/ui/core';
import { useState } from 'react';
import { Outcome } from '../../outcome.tsx';
import { paths, useScreenHref } from '../../paths.ts';
import { Screen, SubmitButton } from '../../screen.tsx';
import { ChangeForm } from './change-form.tsx';
import { type ExchangedLink, type MailedLink, useMailedLink } from './use-mailed-link.ts';

type End = 'changed' | 'expired';

/** The page of the mailed link, where a customer chooses a new password. */
export default function ChangePage() {
  const { t } = useTranslation('authorizationChangePassword');
  const hrefOf = useScreenHref();
  const { mailed, forget } = useMailedLink();
  const [end, setEnd] = useState<End | null>(null);

  function finish(how: End) {
    setEnd(how);
    forget();
  }
  if (end === null && mailed.state === 'exchanged') {
    const links = <TextLink href={hrefOf(paths.restore)}>{t('restore')}</TextLink>;
    return (
      <Screen title={t('title')} description={t('description')} links={links}>
        <Stack gap="4">
          <Whose link={mailed.link} />
          <ChangeForm
            account={mailed.link.account_sid}
            onChanged={() => finish('changed')}
            onExpired={() => finish('expired')}
          />
        </Stack>
      </Screen>
    );
  }
  return (
    <Screen title={t('title')}>
      <Ending end={end} mailed={mailed} />
    </Screen>
  );
}

/** What is shown instead of the form. */
function Ending({ end, mailed }: { end: End | null; mailed: MailedLink }) {
  const { t } = useTranslation('authorizationChangePassword');
  const hrefOf = useScreenHref();
  if (end === 'changed') {
    const profile = actionPath('account');
    const next = (
      <>
        <LinkButton href={hrefOf(paths.login)}>{t('login')}</LinkButton>
        <p>
          {t('tokens')} {profile !== undefined && <TextLink href={profile}>{t('tokensLink')}</TextLink>}
        </p>
      </>
    );
    return (
      <Outcome tone="success" actions={next}>
        {t('done')}
      </Outcome>
    );
  }
  // The server decides when a link is over: the clock of a device may be wrong.
  if (end === 'expired') return <LinkFailure error={new ApiError({ status: 410, code: 'token_expired' })} />;
  if (mailed.state === 'failed') return <LinkFailure error={mailed.error} onRetry={mailed.retry} />;
  if (mailed.state === 'arrived') {
    return (
      <Stack gap="4">
        <p>{t('arrived')}</p>
        <Button onClick={mailed.start}>{t('start')}</Button>
      </Stack>
    );
  }
  if (mailed.state === 'pending') return <Loader label={t('checking')} showLabel />;
  return <LinkFailure error={null} />;
}

function Whose({ link }: { link: ExchangedLink }) {
  const { t } = useTranslation('authorizationChangePassword');
  const { dateTime } = useFormat();
  return <p>{t('whose', { email: link.email_masked, time: dateTime(link.expires_at) })}</p>;
}

interface LinkFailureProps {
  /** Null when the page has no token. */
  error: unknown;
  /** For failures that have another cause than the link. */
  onRetry?: () => void;
}

/** Why the link cannot be used, and what to do next. */
function LinkFailure({ error, onRetry }: LinkFailureProps) {
  const { t } = useTranslation(['authorizationChangePassword', 'common']);
  const { errorText } = useErrorText();
  const hrefOf = useScreenHref();
  const { status, code } = error instanceof ApiError ? error : { status: 0, code: '' };
  const askAgain = <LinkButton href={hrefOf(paths.restore)}>{t('restore')}</LinkButton>;
  // The page was reloaded or opened without a token, or a mail program cut it off.
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
