import { type ConfirmResponse, confirm } from '@portal/contract/registration';
import { ApiError, idempotencyKey, request } from '@portal/shared/api';
import { useErrorText, useTranslation } from '@portal/shared/i18n';
import { FailureNotice, LinkButton, Stack, TextLink } from '@portal/shared/ui/core';
import { useState } from 'react';
import { Outcome } from '../../outcome.tsx';
import { paths, useScreenHref } from '../../paths.ts';
import { Screen, SubmitButton } from '../../screen.tsx';
import { useLinkValidity } from './link-validity.ts';

interface TakeBackProps {
  token: string;
  /** What the link reverts: a change of the e-mail address, or two-step verification that was turned on. */
  reverts: 'address' | 'factor';
}

/**
 * Gives an account back to the owner of the mailbox with a revert link. Nothing happens before the button
 * is pressed, because mail programs open links to scan them.
 */
export function TakeBack({ token, reverts }: TakeBackProps) {
  const { t } = useTranslation('authorizationRestorePassword');
  const hrefOf = useScreenHref();
  const validity = useLinkValidity();
  // A link works once; after a lost response, another press has the same key.
  const [key] = useState(idempotencyKey);
  const [done, setDone] = useState<Result | null>(null);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  const isAddress = reverts === 'address';

  async function revert() {
    setSending(true);
    setFailure(null);
    try {
      const response = await request(confirm, { body: { token }, idempotencyKey: key });
      setDone(resultOf(response));
    } catch (error) {
      setFailure(error);
    } finally {
      setSending(false);
    }
  }
  const links = <TextLink href={hrefOf(paths.login)}>{t('back')}</TextLink>;
  if (done !== null) {
    return (
      <Screen title={t('takeBack.title')} links={links}>
        {done === 'other address' ? (
          <Outcome tone="warning" title={t('takeBack.otherAddressTitle')}>
            {t('takeBack.otherAddressText')}
          </Outcome>
        ) : (
          <Outcome tone="success" title={t('takeBack.doneTitle')}>
            {done === 'closed' ? t('takeBack.closedText') : t('takeBack.doneText', { validity })}
          </Outcome>
        )}
      </Screen>
    );
  }
  if (isVoid(failure)) return <VoidLink error={failure} />;
  return (
    <Screen
      title={t('takeBack.title')}
      description={isAddress ? t('takeBack.description') : t('takeBack.factorDescription')}
      links={links}
    >
      <Stack gap="4">
        <FailureNotice failure={failure} />
        <p>{isAddress ? t('takeBack.effect') : t('takeBack.factorEffect')}</p>
        <SubmitButton type="button" failure={failure} loading={isSending} onClick={() => void revert()}>
          {t('takeBack.submit')}
        </SubmitButton>
      </Stack>
    </Screen>
  );
}

/** Only an open account that has the mailbox's address gets a link for a new password. */
type Result = 'mailed' | 'closed' | 'other address';

function resultOf(response: ConfirmResponse): Result {
  if ('is_closed' in response && response.is_closed === true) return 'closed';
  return 'has_other_address' in response && response.has_other_address === true ? 'other address' : 'mailed';
}

/** The link was used, is too old, or was cut off by a mail program: another press would fail too. */
function isVoid(failure: unknown): failure is ApiError {
  return failure instanceof ApiError && (failure.status === 410 || failure.status === 422);
}

function VoidLink({ error }: { error: ApiError }) {
  const { t } = useTranslation('authorizationRestorePassword');
  const { errorText } = useErrorText();
  const hrefOf = useScreenHref();
  return (
    <Screen title={t('takeBack.title')}>
      <Outcome tone="error" actions={<LinkButton href={hrefOf(paths.login)}>{t('back')}</LinkButton>}>
        {error.status === 410 ? errorText(error) : t('takeBack.broken')} {t('takeBack.otherwise')}
      </Outcome>
    </Screen>
  );
}
