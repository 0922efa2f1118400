import { confirm } from '@portal/contract/account-endpoints';
import { ApiError, request } from '@portal/shared/api';
import { useErrorText, useTranslation } from '@portal/shared/i18n';
import { LinkButton, Stack, TextLink } from '@portal/shared/ui/core';
import { useState } from 'react';
import { Outcome } from '../../outcome.tsx';
import { paths } from '../../paths.ts';
import { FormFailure, Screen } from '../../screen.tsx';
import { SubmitButton } from '../../submit-button.tsx';
import { useScreenHref } from '../../use-screen-href.ts';

/**
 * Undoes a change of e-mail address for the owner of the old one. Nothing happens before the button is pressed: mail
 * programs open links to look at them.
 */
export function TakeBack({ token }: { token: string }) {
  const { t } = useTranslation('authorizationRestorePassword');
  const hrefOf = useScreenHref();
  const [isDone, setDone] = useState(false);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function takeBack() {
    setSending(true);
    setFailure(null);
    try {
      await request(confirm, { body: { token } });
      setDone(true);
    } catch (error) {
      setFailure(error);
    } finally {
      setSending(false);
    }
  }
  const links = <TextLink href={hrefOf(paths.login)}>{t('back')}</TextLink>;
  if (isDone) {
    return (
      <Screen title={t('takeBack.title')} links={links}>
        <Outcome tone="success" title={t('takeBack.doneTitle')}>
          {t('takeBack.doneText')}
        </Outcome>
      </Screen>
    );
  }
  if (isVoid(failure)) return <VoidLink error={failure} />;
  return (
    <Screen title={t('takeBack.title')} description={t('takeBack.description')} links={links}>
      <Stack gap="4">
        <FormFailure failure={failure} />
        <p>{t('takeBack.effect')}</p>
        <SubmitButton type="button" failure={failure} loading={isSending} onClick={() => void takeBack()}>
          {t('takeBack.submit')}
        </SubmitButton>
      </Stack>
    </Screen>
  );
}

/** Used, too old, or cut off by a mail program: another press would end the same. */
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
